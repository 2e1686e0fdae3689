/** When a request's rows are written, and what they say. */
import { describe, expect, test } from "vitest";
import type { AuditedParams } from "../../../../electron/host/access/audit.ts";
import { METHOD_RULES, type RuledMethod } from "../../../../electron/host/access/method-rules.ts";
import { agentPrincipal, type CallerIdentity, USER } from "../../../../electron/host/access/principal.ts";
import { RequestAudit } from "../../../../electron/host/access/request-audit.ts";
import { TypingTurns } from "../../../../electron/host/access/typing-turns.ts";
import { SessionTable } from "../../../../electron/host/access/session-table.ts";
import { handlers } from "../../../../electron/host/handlers/handlers.ts";
import type { AuditEntry } from "../../../../shared/audit-entry.ts";

const identity = {
  client: { id: "1", name: "Agent", kind: "mcp" },
  principal: agentPrincipal("Agent", "a key", () => "own"),
} as const;

/** The rows of a request, as they are written. */
function rowsOf(method: RuledMethod, params: AuditedParams = {}) {
  const entries: AuditEntry[] = [];
  const request = { identity, method, params, turns: new TypingTurns() };
  const audit = new RequestAudit((entry) => void entries.push(entry), new SessionTable(false), request);
  return { audit, rows: () => entries.map(({ session, decision }) => [session, decision]) };
}

describe("a request with an effect", () => {
  test("has its row at once when it is allowed, and only once", () => {
    const { audit, rows } = rowsOf("session/write", { id: "s", input: [] });
    expect(rows()).toEqual([]);
    audit.allow();
    expect(rows()).toEqual([["s", "allowed"]]);
    audit.allow();
    expect(rows()).toEqual([["s", "allowed"]]);
  });

  test("that fails has a row with the failure, beside the one that allowed it if there was one", () => {
    const refused = rowsOf("session/write", { id: "s", input: [] });
    refused.audit.fail("lease-held");
    expect(refused.rows()).toEqual([["s", "lease-held"]]);
    const failed = rowsOf("session/write", { id: "s", input: [] });
    failed.audit.allow();
    failed.audit.fail("input-blocked");
    expect(failed.rows()).toEqual([
      ["s", "allowed"],
      ["s", "input-blocked"],
    ]);
  });

  test("has no row where it only asks how a switch stands", () => {
    const asked = rowsOf("http/switch");
    asked.audit.allow();
    expect(asked.rows()).toEqual([]);
    const switched = rowsOf("http/switch", { on: false });
    switched.audit.allow();
    expect(switched.rows()).toEqual([[undefined, "allowed"]]);
  });

  test("that starts a session names it", () => {
    const { audit, rows } = rowsOf("session/create", { command: "bash" });
    audit.allow("proc-1");
    audit.allow();
    expect(rows()).toEqual([["proc-1", "allowed"]]);
    expect(audit.session).toBe("proc-1");
  });

  test("that ends many sessions has one row even if no session runs", () => {
    const { audit, rows } = rowsOf("session/stop-all");
    audit.allow();
    expect(rows()).toEqual([[undefined, "allowed"]]);
  });
});

describe("a person's typing", () => {
  const person = { client: { id: "2", name: "You", kind: "window" }, principal: USER } as const;
  const turns = new TypingTurns();
  const entries: AuditEntry[] = [];
  function perform(method: RuledMethod, params: AuditedParams, by: CallerIdentity = person): void {
    const request = { identity: by, method, params: { id: "s", ...params }, turns };
    new RequestAudit((entry) => void entries.push(entry), new SessionTable(false), request).allow();
  }

  test("has one row for a turn, which any other effect in the session ends", () => {
    for (const key of "a long line\r") perform("session/write", { input: [{ text: key }] });
    perform("session/screen", {});
    perform("session/write", { input: [{ text: "x" }] });
    perform("session/write", { input: [{ text: "agent" }] }, identity);
    perform("session/write", { input: [{ text: "back" }] });
    perform("lease/release", {});
    perform("session/write", { input: [{ text: "again" }] });
    expect(entries.map(({ name, method, turn, bytes }) => [name, method, turn, bytes])).toEqual([
      ["You", "session/write", true, 1],
      ["Agent", "session/write", undefined, 5],
      ["You", "session/write", true, 4],
      ["You", "lease/release", undefined, undefined],
      ["You", "session/write", true, 5],
    ]);
    expect(entries.filter(({ turn }) => turn).every(({ sha256 }) => sha256 === undefined)).toBe(true);
  });
});

describe("a request that only reads", () => {
  test("has a row when it is refused, and none when it is allowed or fails", () => {
    const { audit, rows } = rowsOf("session/screen", { id: "s" });
    audit.allow();
    audit.fail("bad-request");
    expect(rows()).toEqual([]);
    audit.fail("no-such-session");
    expect(rows()).toEqual([["s", "no-such-session"]]);
  });
});

const methods = Object.keys(METHOD_RULES) as RuledMethod[];

test.each(methods.filter((method) => METHOD_RULES[method].effect))(
  "the handler of %s says itself when it takes effect",
  (method) => {
    // Those that make a call hand this on with the request.
    expect(String(handlers[method])).toMatch(/\ballow\(|takeSteps\(request/);
  },
);
