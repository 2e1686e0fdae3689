/** The lease as a state machine: what each event does in each mode. */
import { describe, expect, it } from "vitest";
import { InputLease, type LeaseSettings } from "../../../../electron/host/calls/input-lease.ts";
import type { ClientInfo, ClientKind } from "../../../../shared/protocol.ts";

function client(id: string, kind: ClientKind, name = id): ClientInfo {
  return { id, name, kind };
}
const agent = client("agent", "mcp");
const second = client("second", "cli", "cotty stdin");
const you = client("you", "window");
const other = client("other", "attach");
const shell = (id: string): ClientInfo => client(id, "cli", "ada@pts/3");

const IDLE_MS = 60_000;
const newLease = (settings: Partial<LeaseSettings> = {}): InputLease =>
  new InputLease(() => ({ typingTakesOver: true, idleMs: IDLE_MS, ...settings }));
const NOTHING = { tookOver: false, tookBack: false };

describe("the input lease", () => {
  it("is shared by automation and held by a person", () => {
    const lease = newLease();
    expect(lease.type(agent, "a", 1)).toEqual(NOTHING);
    expect(lease.driver).toEqual({ client: agent, sinceMs: 1, held: false });
    expect(lease.type(second, "b", 2)).toEqual(NOTHING);
    expect(lease.driver?.client).toBe(second);
    expect(lease.type(you, "c", 3)).toEqual({ tookOver: true, tookBack: false });
    expect(lease.driver).toEqual({ client: you, sinceMs: 3, held: true });
    expect(lease.type(you, "d", 4)).toEqual(NOTHING);
    expect(lease.driver?.sinceMs).toBe(3);
    for (const one of [agent, second, shell("1")])
      expect(() => lease.type(one, "x", 5)).toThrow(
        /you \(a person, window\) has the keyboard of the session, taken at .* Nothing was typed/,
      );
    expect(lease.type(other, "e", 5).tookOver).toBe(true);
  });

  it("is refused to a person who does not want to take it from another", () => {
    const lease = newLease();
    lease.type(agent, "a", 1);
    expect(() => lease.checkFree(you)).not.toThrow();
    lease.type(you, "b", 2);
    expect(() => lease.checkFree(you)).not.toThrow();
    expect(() => lease.checkFree(other)).toThrow(/you \(a person, window\) has the keyboard of the session/);
  });

  it("goes back to who drove before the person, and to nobody if nobody did", () => {
    const lease = newLease();
    lease.type(agent, "a", 1);
    lease.type(you, "b", 2);
    lease.type(other, "c", 3);
    expect(lease.release(agent, 4)).toBe(false);
    expect(lease.release(second, 4)).toBe(false);
    expect(lease.release(you, 5)).toBe(true);
    expect(lease.driver).toEqual({ client: agent, sinceMs: 5, held: false });
    expect(lease.release(agent, 6)).toBe(false);
    const fresh = newLease();
    fresh.type(you, "a", 1);
    fresh.release(you, 2);
    expect(fresh.driver).toBeUndefined();
  });

  it("is free when its holder is gone, not when another is", () => {
    const lease = newLease();
    lease.type(agent, "a", 1);
    lease.type(you, "b", 2);
    expect(lease.handleClientGone(other, 3)).toBe(false);
    expect(lease.isClosedTo(agent, 3)).toBe(true);
    expect(lease.handleClientGone(you, 4)).toBe(true);
    expect(lease.isClosedTo(agent, 4)).toBe(false);
  });
});

describe("the mode", () => {
  it("shared: a person types beside the agent and takes nothing, but for a takeover; the hand-back leads back to it", () => {
    const lease = newLease();
    expect(lease.setMode("shared", you, 1)).toBe(true);
    expect(lease.setMode("shared", you, 2)).toBe(false);
    expect(lease.type(you, "a", 2)).toEqual(NOTHING);
    expect(lease.type(agent, "b", 3)).toEqual(NOTHING);
    expect(lease.info(3)).toEqual({ mode: "shared", sinceMs: 1 });
    expect(lease.takeOver(you, 4)).toBe(true);
    expect(lease.isClosedTo(agent, 5)).toBe(true);
    lease.release(you, 6);
    expect(lease.mode).toBe("shared");
  });

  it("read-only: nobody types, and the refusal says who has set it; a takeover ends it", () => {
    const lease = newLease();
    lease.setMode("read-only", you, 1);
    for (const one of [agent, second, you, other])
      expect(() => lease.type(one, "\x03", 2)).toThrow(
        /^The session is read-only for everybody, set by you at .* Nothing was typed\. You can still read/,
      );
    expect(lease.info(2)).toEqual({ mode: "read-only", by: you, sinceMs: 1 });
    expect(lease.release(you, 3)).toBe(false);
    expect(lease.takeOver(you, 4)).toBe(true);
    lease.release(you, 5);
    expect(lease.mode).toBe("agent");
  });

  it("is a person's to choose: automation does not set it while a person holds the lease", () => {
    const lease = newLease();
    lease.takeOver(you, 1);
    expect(() => lease.setMode("shared", second, 2)).toThrow(/The mode stays as it is/);
    expect(lease.setMode("shared", other, 3)).toBe(true);
    expect(lease.setMode("read-only", second, 4)).toBe(true);
  });
});

describe("an idle lease", () => {
  it("that was taken by typing is offered back; the next input of automation takes it", () => {
    const lease = newLease();
    lease.type(you, "ls", 0);
    lease.type(you, "\r", 1000);
    expect(lease.offeredAtMs).toBe(1000 + IDLE_MS);
    expect(lease.isOffered(999 + IDLE_MS)).toBe(false);
    expect(() => lease.type(agent, "x", 999 + IDLE_MS)).toThrow();
    expect(lease.info(1000 + IDLE_MS)).toEqual({ mode: "person", by: you, sinceMs: 0, offered: true });
    expect(lease.type(agent, "x", 1000 + IDLE_MS)).toEqual({ tookOver: false, tookBack: true });
    expect(lease.driver).toEqual({ client: agent, sinceMs: 1000 + IDLE_MS, held: false });
  });

  it("is not offered in the middle of a line, nor after a takeover, nor where the setting says never", () => {
    const midLine = newLease();
    midLine.type(you, "rm -r", 0);
    const kept = newLease();
    kept.type(you, "\r", 0);
    expect(kept.takeOver(you, 1)).toBe(false);
    expect(kept.info(1)).toEqual({ mode: "person", by: you, sinceMs: 0, kept: true });
    const never = newLease({ idleMs: undefined });
    never.type(you, "\r", 0);
    for (const lease of [midLine, kept, never]) expect(lease.isOffered(1e12)).toBe(false);
  });
});

describe("a person whose typing does not take over", () => {
  it("is refused while an agent drives, but for Ctrl+C and its like", () => {
    const lease = newLease({ typingTakesOver: false });
    expect(lease.type(you, "mine\r", 1).tookOver).toBe(true);
    lease.release(you, 2);
    lease.type(agent, "a", 3);
    expect(() => lease.type(you, "x", 4)).toThrow(/^agent drives the session\. Nothing was typed\. Take over first, then type$/);
    for (const key of ["\x03", "\x1a", "\x1c"]) expect(lease.type(you, key, 5)).toEqual(NOTHING);
    expect(lease.driver?.client).toBe(agent);
    lease.takeOver(you, 6);
    expect(lease.type(you, "x", 7)).toEqual(NOTHING);
  });
});

describe("a lease that a shell's command has taken", () => {
  it("outlives the command, belongs to the shell, and is handed back from it", () => {
    const lease = newLease();
    expect(lease.takeOver(shell("1"), 1)).toBe(true);
    expect(lease.handleClientGone(shell("1"), 2)).toBe(false);
    expect(lease.type(shell("2"), "x", 3)).toEqual(NOTHING);
    expect(() => lease.type(client("3", "cli", "ada@pts/4"), "x", 4)).toThrow(/ada@pts\/3 \(a person, cli\) has the keyboard/);
    expect(() => lease.type(agent, "x", 5)).toThrow();
    expect(lease.release(shell("6"), 6)).toBe(true);
    expect(lease.isClosedTo(agent, 7)).toBe(false);
  });
});
