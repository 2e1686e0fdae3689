/** A8 (docs/threats.md): who may call what. That every method has a row is held by type. */
import { describe, expect, test } from "vitest";
import { checkPerson, checkTier, METHOD_RULES } from "../../../../electron/host/access/method-rules.ts";
import type { Method, Tier } from "../../../../shared/protocol.ts";
import { TokenTier } from "../../../../shared/shapes/access-shapes.ts";

type Ruled = Exclude<Method, "host/hello">;

const ALL = Object.keys(METHOD_RULES) as Ruled[];

const COTTY = { command: "cotty" };

function mayCall(tier: Tier, method: Ruled): boolean {
  try {
    checkTier({ id: "agent", name: "Agent", tier }, method, COTTY);
    return true;
  } catch (error) {
    expect(error).toMatchObject({ code: "forbidden" });
    return false;
  }
}

const callable = (tier: Tier): Ruled[] => ALL.filter((method) => mayCall(tier, method));

test("A8 no agent can be given the user's tier", () => {
  expect(TokenTier.options).not.toContain("admin");
});

describe.each(TokenTier.options)("A8 an agent of tier %s", (tier) => {
  test("A8 opens no window, makes no tokens, ends no host, and shares and renames no session", () => {
    const usersAlone = /^(window|token|grant|http|connect|start|link)\/|^host\/shutdown$|^session\/(share|unshare|rename)$/;
    expect(ALL.filter((method) => usersAlone.test(method)).length).toBeGreaterThanOrEqual(10);
    expect(callable(tier).filter((method) => usersAlone.test(method))).toEqual([]);
  });

  test("A8 may do all that lower tiers may, and less than the user", () => {
    const lower = TokenTier.options.slice(0, TokenTier.options.indexOf(tier));
    for (const below of lower) expect(callable(tier)).toEqual(expect.arrayContaining(callable(below)));
    expect(callable(tier).length).toBeLessThan(callable("admin").length);
  });
});

test("A13 only a person's client changes settings, and the configurations of other programs", () => {
  const personal = ALL.filter((method) => /^connect\/|^settings\/write$|^(?:start|link)\//.test(method));
  expect(personal).toHaveLength(10);
  for (const method of personal) {
    for (const kind of ["cli", "mcp", "script"] as const)
      expect(() => checkPerson({ kind, name: "ada@pts/3" }, method)).toThrow(
        "is for people: use the window, or the cotty command",
      );
    for (const kind of ["window", "attach"] as const) expect(() => checkPerson({ kind, name: "You" }, method)).not.toThrow();
  }
  expect(() => checkPerson({ kind: "mcp", name: "Agent" }, "session/list")).not.toThrow();
});

test("A18 a grant is given in the window, with attach, or by a command that a person types: never by an agent, a script, or a command that a program runs", () => {
  const giving = ALL.filter((method) => /^grant\/(?!list)/.test(method));
  expect(giving).toHaveLength(3);
  for (const method of giving) {
    expect(METHOD_RULES[method]).toMatchObject({ tier: "admin", effect: true });
    const refused = [
      { kind: "mcp", name: "You" },
      { kind: "mcp", name: "ada@pts/3" },
      { kind: "script", name: "ada@pts/3" },
      { kind: "cli", name: "cotty grant" },
    ] as const;
    for (const client of refused) expect(() => checkPerson(client, method)).toThrow("Only a person may do this");
    const allowed = [
      { kind: "window", name: "You" },
      { kind: "attach", name: "ada@pts/3" },
      { kind: "cli", name: "ada@pts/3" },
    ] as const;
    for (const client of allowed) expect(() => checkPerson(client, method)).not.toThrow();
  }
});

test("H23 a share link watches, and may call nothing else", () => {
  const viewer = { id: "link-1", name: "Share link", tier: "observe", watchesOnly: "one" } as const;
  const allowed = ALL.filter((method) => {
    try {
      checkTier(viewer, method, COTTY);
      return true;
    } catch {
      return false;
    }
  });
  expect(allowed).toEqual(["host/watch", "session/attach", "session/detach"]);
});

test("A8 the user may call everything", () => {
  expect(callable("admin")).toEqual(ALL);
});

test("A8 an agent that observes reads, and does nothing that the audit would name an effect", () => {
  const seen = callable("observe");
  expect(seen).toEqual(expect.arrayContaining(["session/list", "session/screen", "session/read", "session/wait"]));
  expect(seen.filter((method) => METHOD_RULES[method].effect)).toEqual([]);
});

test("A8 whatever types into a session, ends it or takes its keyboard is an effect", () => {
  const acting = ALL.filter((method) =>
    /^lease\/|^session\/(create|write|steps|resize|kill|stop|share|unshare|rename)/.test(method),
  );
  expect(acting.length).toBeGreaterThanOrEqual(12);
  expect(acting.filter((method) => !METHOD_RULES[method].effect)).toEqual([]);
});

test("A8 a refusal says which tier the method takes, and who can help", () => {
  const agent = { id: "agent", name: "Agent", tier: "observe" } as const;
  expect(() => checkTier(agent, "session/write", COTTY)).toThrow(
    "session/write needs tier 'own', and yours is 'observe'. Only the user can grant it: in Cotty's window under Connections, " +
      "or in a terminal of their own with cotty grant agent own",
  );
  expect(() => checkTier({ ...agent, id: "token-my agent" }, "session/write", COTTY)).toThrow('cotty grant "token-my agent" own');
  expect(() => checkTier(agent, "host/shutdown", COTTY)).toThrow("Only the user can do that");
});
