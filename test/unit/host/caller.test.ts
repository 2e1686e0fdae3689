/** What one client hears of sessions that others have. The host and its sessions are the real ones; no program runs in them. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type CallerIdentity, USER } from "../../../electron/host/access/principal.ts";
import type { Host } from "../../../electron/host/host.ts";
import { scriptedHost, type ScriptedHost } from "../../support/scripted-host.ts";

const PERSON: CallerIdentity = { client: { id: "p", name: "Ann", kind: "window" }, principal: USER };

let scripted: ScriptedHost;
let host: Host;

beforeEach(() => {
  scripted = scriptedHost();
  ({ host } = scripted);
});
afterEach(() => scripted[Symbol.dispose]());

type Heard = ReturnType<ScriptedHost["agent"]> & { readonly events: string[] };

/** A client of an agent that watches. `events` are those of sessions, with their ids. */
function agent(name: string): Heard {
  const events: string[] = [];
  const connected = scripted.agent(name, (event, params) => {
    if ("id" in params) events.push(`${event} ${params.id}`);
    else if ("sessions" in params) events.push(...params.sessions.map(({ id }) => `${event} ${id}`));
  });
  connected.caller.watch();
  return { ...connected, events };
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
  expect(a.events).toEqual(["sessions/changed py", "session/closed py"]);
});

it("what an agent follows goes on when a session of others that has its name as an id is stopped or taken back", async () => {
  const others = host.create(PERSON, { command: "x", id: "py" });
  const a = agent("A");
  const own = host.create(a.identity, { command: "x", id: "py" });
  expect(own.session.id).toBe("py-2");
  await a.caller.attach({ id: "py" });
  a.caller.handleAnswered();
  host.unshare(others, undefined);
  scripted.terminals[0]?.exits.fire({ code: 0 });
  await host.stop(others);
  a.events.length = 0;
  scripted.terminals[1]?.output.fire(Buffer.from("still here"));
  own.session.flush();
  expect(a.events).toEqual(["session/output py"]);
});

describe("sessions that change one after the other", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** A client that watches, and the sessions in each message that tells it of changes. */
  function watching(): { readonly told: string[][]; readonly connected: ReturnType<ScriptedHost["agent"]> } {
    const told: string[][] = [];
    const connected = scripted.agent("A", (_, params) => {
      if ("sessions" in params) told.push(params.sessions.map(({ id }) => id));
      else if ("id" in params) told.push([`${params.id} is closed`]);
    });
    connected.caller.watch();
    return { told, connected };
  }

  it("the first is told at once, the others together, once each", () => {
    const { told, connected } = watching();
    const [one, two] = ["one", "two", "three"].map((id) => host.create(connected.identity, { command: "x", id }));
    expect(told).toEqual([["one"]]);
    vi.advanceTimersByTime(50);
    expect(told).toHaveLength(1);
    vi.advanceTimersByTime(50);
    expect(told).toEqual([["one"], ["two", "three"]]);
    for (const name of ["a", "b"]) for (const session of [one, two]) session?.rename(name);
    vi.advanceTimersByTime(1000);
    expect(told.slice(2).flat().toSorted()).toEqual(["one", "two"]);
  });

  it("what a request has changed is told before its answer", () => {
    const { told, connected } = watching();
    for (const id of ["one", "two"]) host.create(connected.identity, { command: "x", id });
    connected.caller.handleAnswering();
    expect(told).toEqual([["one"], ["two"]]);
    vi.advanceTimersByTime(1000);
    expect(told).toHaveLength(2);
  });

  it("nothing is told of a session after its end", async () => {
    const { told, connected } = watching();
    const [, two] = ["one", "two"].map((id) => host.create(connected.identity, { command: "x", id }));
    scripted.terminals[1]?.exits.fire({ code: 0 });
    if (two) await host.stop(two);
    vi.advanceTimersByTime(1000);
    expect(told).toEqual([["one"], ["two is closed"]]);
  });
});
