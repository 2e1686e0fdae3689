/** How far an agent reaches, for how long, and who is asked about it (A18, docs/threats.md). */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Grants } from "../../../../electron/host/access/grants.ts";
import type { CallerIdentity } from "../../../../electron/host/access/principal.ts";
import type { KeptGrant } from "../../../../shared/kept-grant.ts";
import type { KnownAgent } from "../../../../shared/protocol.ts";

let kept: readonly KeptGrant[];
let newAgents: "observe" | "own";
let grants: Grants;
let isFull: boolean;
let clients = 0;

beforeEach(() => {
  vi.useFakeTimers();
  kept = [];
  newAgents = "own";
  isFull = false;
  grants = startGrants();
});
afterEach(() => {
  grants[Symbol.dispose]();
  vi.useRealTimers();
});

function startGrants(): Grants {
  const save = (all: readonly KeptGrant[]): void => {
    if (isFull) throw new Error("no space left");
    kept = structuredClone(all);
  };
  return new Grants({ store: { load: () => kept, save }, newAgentTier: () => newAgents });
}

/** An agent that has connected. */
function connect(name: string, key?: string): CallerIdentity {
  const client = { id: `client ${++clients}`, name, kind: "mcp" } as const;
  const identity = { client, principal: grants.agent(client, key) };
  grants.handleClient(identity);
  return identity;
}

const known = ({ principal }: CallerIdentity): KnownAgent | undefined =>
  grants.list(1000).agents.find(({ agent }) => agent === principal.id);

describe("how far an agent reaches", () => {
  test("without a grant, as the setting says, also when it changes", () => {
    const { principal } = connect("A", "key of A");
    expect(principal.tier).toBe("own");
    newAgents = "observe";
    expect(principal.tier).toBe("observe");
  });

  test("once: until its connection ends; the same agent that comes again has no more than before", () => {
    const first = connect("A", "key of A");
    grants.give(first.principal.id, "all", "once");
    expect(first.principal.tier).toBe("all");
    grants.handleClientGone(first.client);
    const again = connect("A", "key of A");
    expect(again.principal.id).toBe(first.principal.id);
    expect([again.principal.tier, known(again)?.isNew]).toEqual(["own", true]);
  });

  test("once: a second connection of the agent gets nothing of it, and cannot keep it alive", () => {
    const first = connect("A", "key of A");
    grants.give(first.principal.id, "all", "once");
    const second = connect("A", "key of A");
    expect([first.principal.tier, second.principal.tier]).toEqual(["all", "own"]);
    grants.handleClientGone(first.client);
    expect(second.principal.tier).toBe("own");
  });

  test("this run: through new connections, and not through a new host", () => {
    const first = connect("A", "key of A");
    grants.give(first.principal.id, "observe", "run");
    grants.handleClientGone(first.client);
    expect(connect("A", "key of A").principal.tier).toBe("observe");
    grants[Symbol.dispose]();
    grants = startGrants();
    expect(connect("A", "key of A").principal.tier).toBe("own");
  });

  test("always: through a new host, where the agent is listed before it comes", () => {
    const first = connect("A", "key of A");
    grants.handleFolder(first.principal, "/home/ada/project");
    grants.give(first.principal.id, "all", "always");
    grants[Symbol.dispose]();
    grants = startGrants();
    expect(grants.list(10).agents).toMatchObject([
      { agent: first.principal.id, name: "A", folder: "/home/ada/project", tier: "all", isConnected: false, isNew: false },
    ]);
    expect(connect("A", "key of A").principal.tier).toBe("all");
  });

  test("the shorter grant counts, and where it ends the longer one does again; a longer one ends the shorter", () => {
    const first = connect("A", "key of A");
    const { id } = first.principal;
    grants.give(id, "observe", "always");
    grants.give(id, "all", "once");
    expect(first.principal.tier).toBe("all");
    grants.handleClientGone(first.client);
    const again = connect("A", "key of A");
    expect(again.principal.tier).toBe("observe");
    grants.give(id, "all", "once");
    grants.give(id, "own", "run");
    expect(again.principal.tier).toBe("own");
    grants.give(id, "observe", "always");
    expect(again.principal.tier).toBe("observe");
  });

  test("a revocation takes back all of them, in the file too, and the agent is not asked about again", () => {
    const identity = connect("A", "key of A");
    const { id } = identity.principal;
    grants.give(id, "observe", "always");
    grants.give(id, "all", "once");
    expect(grants.revoke(id)).toMatchObject({ tier: "own", isNew: false });
    expect([identity.principal.tier, kept]).toEqual(["own", []]);
    expect(() => grants.revoke(id)).toThrow("A has no grant");
  });

  test("a grant counts instead of a token's tier, and ends with the token", () => {
    const client = { id: "http", name: "codex", kind: "mcp" } as const;
    const principal = grants.tokenAgent(client, { name: "codex", tier: "own" });
    grants.handleClient({ client, principal });
    expect(known({ client, principal })).toMatchObject({ hasToken: true, isNew: false, tier: "own" });
    grants.give("token-codex", "all", "always");
    expect(principal.tier).toBe("all");
    grants.forget("token-codex");
    expect(kept).toEqual([]);
    expect(grants.tokenAgent(client, { name: "codex", tier: "observe" }).tier).toBe("observe");
  });
});

describe("A18 nobody gets what another was granted", () => {
  test("an agent with another's name, or with the other's id for a name", () => {
    const real = connect("Claude Code", "key of the real one");
    grants.give(real.principal.id, "all", "always");
    for (const name of ["Claude Code", real.principal.id]) {
      const false_ = connect(name, `key of ${name}`);
      expect([false_.principal.tier, known(false_)?.isNew]).toEqual(["own", true]);
    }
    expect(() => grants.give("Claude Code", "all", "run")).toThrow("No agent has the id 'Claude Code'");
  });

  test("an agent without a key, which is another one each time", () => {
    const first = connect("A");
    grants.give(first.principal.id, "all", "run");
    expect(connect("A").principal.tier).toBe("own");
    expect(() => grants.give(first.principal.id, "all", "always")).toThrow("no key by which it would be known again");
  });

  test("the grant of an agent without a key ends with its last connection, and takes no other's place", () => {
    const gone = Array.from({ length: 600 }, () => {
      const agent = connect("A");
      grants.give(agent.principal.id, "all", "run");
      grants.handleClientGone(agent.client);
      return agent;
    });
    expect(new Set(gone.map(({ principal }) => principal.tier))).toEqual(new Set(["own"]));
  });

  test("names of an object's prototype are names like any other", () => {
    for (const name of ["__proto__", "constructor", "toString", "hasOwnProperty"]) {
      const identity = connect(name, `key of ${name}`);
      expect(identity.principal.tier).toBe("own");
      expect(() => grants.give(name, "all", "run")).toThrow("No agent has the id");
      expect(known(identity)).toMatchObject({ name, tier: "own", isNew: true });
    }
    expect(({} as { tier?: unknown }).tier).toBeUndefined();
  });

  test("a grant that cannot be kept is not given, and one that cannot be taken back stays as it was", () => {
    const { principal } = connect("A", "key of A");
    isFull = true;
    expect(() => grants.give(principal.id, "all", "always")).toThrow("no space left");
    expect(principal.tier).toBe("own");
    isFull = false;
    grants.give(principal.id, "all", "always");
    isFull = true;
    expect(() => grants.revoke(principal.id)).toThrow("no space left");
    expect(principal.tier).toBe("all");
  });

  test("once is for who is connected", () => {
    const identity = connect("A", "key of A");
    grants.handleClientGone(identity.client);
    expect(() => grants.give(identity.principal.id, "all", "once")).toThrow("A is not connected");
  });
});

describe("who is asked about", () => {
  test("an agent that is new, until a person has answered; one that was refused something comes first", () => {
    const quiet = connect("quiet", "key 1");
    const asking = connect("asking", "key 2");
    connect("latest", "key 3");
    grants.give(asking.principal.id, "observe", "once");
    grants.handleClientGone(asking.client);
    newAgents = "observe";
    const again = connect("asking", "key 2");
    grants.handleRefusal(again, "own");
    expect(grants.list(10).agents.map(({ name, isNew, wants }) => [name, isNew, wants])).toEqual([
      ["asking", true, "own"],
      ["latest", true, undefined],
      ["quiet", true, undefined],
    ]);
    grants.dismiss(quiet.principal.id);
    expect(known(quiet)?.isNew).toBe(false);
    grants.give(again.principal.id, "own", "run");
    expect(known(again)).toMatchObject({ isNew: false, tier: "own" });
    expect(known(again)?.wants).toBeUndefined();
  });

  test("a person who has answered is not asked again by an agent in a loop", () => {
    newAgents = "observe";
    const identity = connect("A", "key of A");
    grants.handleRefusal(identity, "own");
    grants.dismiss(identity.principal.id);
    for (let n = 0; n < 10; n++) grants.handleRefusal(identity, "own");
    expect(known(identity)).toMatchObject({ isNew: false });
    expect(known(identity)?.wants).toBeUndefined();
  });

  test("A18 10^4 first contacts: few are kept, grants stay, and nobody is told more than four times a second", () => {
    const granted = connect("granted", "its key");
    grants.give(granted.principal.id, "all", "run");
    newAgents = "observe";
    const waiting = connect("waiting", "another key");
    grants.handleRefusal(waiting, "own");
    vi.runAllTimers();
    let told = 0;
    using _heard = grants.onChanged(() => void told++);
    for (let n = 0; n < 10_000; n++) grants.handleClientGone(connect(`flood ${n}`, `key ${n}`).client);
    vi.runAllTimers();
    expect(told).toBe(2);
    const { agents, more } = grants.list(100);
    expect([agents.length, more]).toEqual([100, 101]);
    expect(agents[0]?.name).toBe("waiting");
    expect([granted.principal.tier, known(granted)?.tier]).toEqual(["all", "all"]);
  });

  test("what an agent says of itself is shown without control characters, and not at any length", () => {
    const identity = connect("A", "key of A");
    grants.handleFolder(identity.principal, `/tmp/\u202e\u001b[31m${"x".repeat(5000)}`);
    expect(known(identity)?.folder).toMatch(/^\/tmp\/\[31mx+$/);
    expect(known(identity)?.folder).toHaveLength(300);
  });
});
