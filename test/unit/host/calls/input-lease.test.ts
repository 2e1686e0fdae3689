import { describe, expect, it } from "vitest";
import { InputLease } from "../../../../electron/host/calls/input-lease.ts";
import type { ClientInfo, ClientKind } from "../../../../shared/protocol.ts";

function client(id: string, kind: ClientKind): ClientInfo {
  return { id, name: id, kind };
}
const agent = client("agent", "mcp");
const second = client("second", "cli");
const you = client("you", "window");
const other = client("other", "attach");

describe("the input lease", () => {
  it("is shared by automation and held by a person", () => {
    const lease = new InputLease("s");
    expect(lease.acquire(agent, 1)).toMatchObject({ tookOver: false, driver: { held: false } });
    expect(lease.acquire(second, 2).tookOver).toBe(false);
    expect(lease.acquire(you, 3)).toMatchObject({ tookOver: true, driver: { held: true, sinceMs: 3 } });
    expect(lease.acquire(you, 4)).toMatchObject({ tookOver: false, driver: { sinceMs: 3 } });
    for (const one of [agent, second]) expect(() => lease.check(one)).toThrow(/you \(a person, window\) has the keyboard of s/);
    expect(lease.acquire(other, 5).tookOver).toBe(true);
  });

  it("is refused to a person who does not want to take it from another", () => {
    const lease = new InputLease("s");
    lease.acquire(agent, 1);
    expect(() => lease.checkFree(you)).not.toThrow();
    lease.acquire(you, 2);
    expect(() => lease.checkFree(you)).not.toThrow();
    expect(() => lease.checkFree(other)).toThrow(/you \(a person, window\) has the keyboard of s/);
  });

  it("goes back to who drove before the person, and to nobody if nobody did", () => {
    const lease = new InputLease("s");
    lease.acquire(agent, 1);
    lease.acquire(you, 2);
    lease.acquire(other, 3);
    expect(lease.release(agent, 4)).toBe(false);
    expect(lease.release(you, 5)).toBe(true);
    expect(lease.driver).toEqual({ client: agent, sinceMs: 5, held: false });
    expect(lease.release(agent, 6)).toBe(false);
    const fresh = new InputLease("t");
    fresh.acquire(you, 1);
    fresh.release(you, 2);
    expect(fresh.driver).toBeUndefined();
  });

  it("is free when its holder is gone, not when another is", () => {
    const lease = new InputLease("s");
    lease.acquire(agent, 1);
    lease.acquire(you, 2);
    expect(lease.handleClientGone(other, 3)).toBe(false);
    expect(() => lease.check(agent)).toThrow();
    expect(lease.handleClientGone(you, 4)).toBe(true);
    lease.check(agent);
  });
});
