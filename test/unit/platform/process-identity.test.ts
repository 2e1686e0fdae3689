import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, test } from "vitest";
import { isRunning, isSameMoment, ownIdentity } from "../../../electron/platform/process-identity.ts";

describe("process identity", () => {
  test("this process runs; with another start time or boot it is another process", () => {
    const own = ownIdentity();
    expect(isRunning(own)).toBe(true);
    expect(isRunning({ ...own, startTime: "1" })).toBe(false);
    expect(isRunning({ ...own, bootId: "another" })).toBe(false);
  });

  test("a process that has ended does not run", async () => {
    const child = spawn("true");
    const pid = child.pid ?? 0;
    await once(child, "close");
    expect(isRunning({ ...ownIdentity(), pid })).toBe(false);
  });

  test("Windows: start times that Node and the system tell differ a little; another process's differ a lot", () => {
    expect(isSameMoment("1763712000000", "1763712000230")).toBe(true);
    expect(isSameMoment("1763712000000", "1763712900000")).toBe(false);
    for (const unknown of ["", "Get-Process: access denied"]) expect(isSameMoment("1763712000000", unknown)).toBe(true);
  });
});
