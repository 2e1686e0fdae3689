/** What one client hears of sessions that others have. The host and its sessions are the real ones; no program runs in them. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { LocalRules } from "../../../electron/attention/attention.ts";
import { type CallerIdentity, USER } from "../../../electron/host/access/principal.ts";
import { Caller } from "../../../electron/host/caller.ts";
import { Host } from "../../../electron/host/host.ts";
import type { HostRuntime } from "../../../electron/host/host-runtime.ts";
import type { ClientInfo, ExitStatus } from "../../../shared/protocol.ts";
import { Emitter } from "../../../shared/emitter.ts";
import { scriptedParts } from "../../support/scripted-session.ts";

const PERSON: CallerIdentity = { client: { id: "p", name: "Ann", kind: "window" }, principal: USER };

let host: Host;
let terminals: { readonly output: Emitter<Buffer>; readonly exits: Emitter<ExitStatus> }[];
let callers: Caller[];

beforeEach(() => {
  terminals = [];
  callers = [];
  const { screens } = scriptedParts();
  host = new Host({
    version: "1",
    screens: screens as never,
    spawnPty: (options) => {
      const terminal = { output: new Emitter<Buffer>(), exits: new Emitter<ExitStatus>() };
      terminals.push(terminal);
      return scriptedParts(terminal).spawnPty(options);
    },
    startRecording: () => undefined,
    flatSessions: false,
    grants: { store: { load: () => [], save: () => {} }, newAgentTier: () => "own" },
    attentionRules: new LocalRules({ load: () => [], save: () => {} }),
    shells: { integrate: () => undefined },
    leaseSettings: () => ({ typingTakesOver: true, idleMs: undefined }),
    warn: (message) => expect.fail(message),
  });
});
afterEach(() => {
  for (const caller of callers) caller[Symbol.dispose]();
  host[Symbol.dispose]();
});

type Heard = { readonly caller: Caller; readonly identity: CallerIdentity; readonly events: string[] };

/** A client of an agent that watches. `events` are those of sessions, with their ids. */
function agent(name: string): Heard {
  const client: ClientInfo = { id: name, name, kind: "mcp" };
  const identity = { client, principal: host.grants.agent(client, `key of ${name}`) };
  const events: string[] = [];
  const recordings = { jobs: {}, catalog: { directory: "/nowhere" } };
  const settings = { onChanged: new Emitter().event };
  const runtime = { host, recordings, settings, openMcp: () => Promise.reject(new Error("no MCP")) } as unknown as HostRuntime;
  const caller = new Caller(runtime, identity, {
    send: (event, params) => {
      if ("id" in params) events.push(`${event} ${String(params.id)}`);
      else if ("session" in params) events.push(`${event} ${params.session.id}`);
    },
    isBehind: () => false,
  });
  callers.push(caller);
  host.addClient(identity);
  caller.watch();
  return { caller, identity, events };
}

it("A6 a session that an agent never reached is not told of when it is shared, taken back, or when a grant changes", () => {
  const a = agent("A");
  const b = agent("B");
  const secret = host.create(PERSON, { command: "x", id: "secret-project" });
  host.grants.give(a.identity.principal.id, "observe", "run");
  host.grants.revoke(a.identity.principal.id);
  secret.share([b.identity.principal]);
  host.unshare(secret, "B");
  expect(a.events).toEqual([]);
});

it("an agent that watches is told once that a session is out of its reach", () => {
  const a = agent("A");
  host.create(PERSON, { command: "x", id: "py" });
  host.grants.give(a.identity.principal.id, "all", "run");
  host.grants.revoke(a.identity.principal.id);
  host.grants.give(a.identity.principal.id, "observe", "run");
  expect(a.events).toEqual(["session/changed py", "session/closed py"]);
});

it("what an agent follows goes on when a session of others that has its name as an id is stopped or taken back", async () => {
  const others = host.create(PERSON, { command: "x", id: "py" });
  const a = agent("A");
  const own = host.create(a.identity, { command: "x", id: "py" });
  expect(own.session.id).toBe("py-2");
  await a.caller.attach({ id: "py" });
  a.caller.handleAnswered();
  host.unshare(others, undefined);
  terminals[0]?.exits.fire({ code: 0 });
  await host.stop(others);
  a.events.length = 0;
  terminals[1]?.output.fire(Buffer.from("still here"));
  own.session.flush();
  expect(a.events).toEqual(["session/output py"]);
});
