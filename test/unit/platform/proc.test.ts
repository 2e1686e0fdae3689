import { spawn } from "node:child_process";
import { once } from "node:events";
import { openSync, closeSync, readlinkSync } from "node:fs";
import { expect, describe, test } from "vitest";
import {
  childIds,
  descriptorFlags,
  descriptors,
  descriptorTarget,
  processIds,
  pseudoTerminalPath,
  readEnvironment,
  readEnvironmentNow,
  readStat,
  readSystemCall,
  threadIds,
  voluntarySwitches,
} from "../../../electron/platform/linux/proc.ts";

const GONE = 2 ** 30;

describe.skipIf(process.platform !== "linux")("what /proc says", () => {
  test("a process is told by its fields, whatever its name contains", async () => {
    const script = `printf 'x) Z 1 (y' > /proc/self/comm; echo named; read line`;
    const child = spawn("bash", ["-c", script], {
      stdio: ["pipe", "pipe", "inherit"],
      env: { ...process.env, PROC_TEST: "here" },
    });
    const pid = child.pid ?? 0;
    await once(child.stdout, "data");
    const own = readStat("self");
    expect(own).toMatchObject({ pid: process.pid, parent: process.ppid, hasEnded: false, hasMemory: true });
    expect(readStat(pid)).toMatchObject({
      pid,
      name: "x) Z 1 (y",
      parent: process.pid,
      group: own?.group,
      session: own?.session,
      terminal: own?.terminal,
      hasEnded: false,
    });
    expect(Number(readStat(pid)?.startTime)).toBeGreaterThanOrEqual(Number(own?.startTime));
    expect(processIds()).toEqual(expect.arrayContaining([process.pid, pid]));
    expect(threadIds(process.pid).flatMap((thread) => childIds(process.pid, thread))).toContain(pid);
    expect(readEnvironmentNow(pid)).toContain("\0PROC_TEST=here\0");
    expect(await readEnvironment(pid)).toBe(readEnvironmentNow(pid));
    child.stdin.end();
    await once(child, "close");
    expect(readStat(pid)).toBeUndefined();
  });

  test("a process that has ended and that its parent has not asked after has ended, and has no memory", async () => {
    // The shell's child ends only when the shell has become `sleep`, which never asks after it.
    const script = "exec 3<&0; read line <&3 & echo $!; exec sleep 1000";
    const child = spawn("bash", ["-c", script], { stdio: ["pipe", "pipe", "inherit"] });
    const [pid] = (await once(child.stdout, "data")) as [Buffer];
    await expect.poll(() => readStat(child.pid ?? 0)?.name).toBe("sleep");
    expect(readStat(Number(pid))).toMatchObject({ parent: child.pid, hasEnded: false, hasMemory: true });
    child.stdin.end();
    await expect.poll(() => readStat(Number(pid))).toMatchObject({ hasEnded: true, hasMemory: false });
    child.kill("SIGKILL");
    await once(child, "close");
  });

  test("a process that waits says in which system call, and how often it has given up the processor", async () => {
    const child = spawn("sleep", ["1000"], { stdio: "ignore" });
    const pid = child.pid ?? 0;
    await expect.poll(() => readSystemCall(pid, pid)?.number).toBeGreaterThan(0);
    expect(Number(voluntarySwitches(pid, pid))).toBeGreaterThan(0);
    child.kill("SIGKILL");
    await once(child, "close");
  });

  test("a descriptor says where it leads and how it was opened", () => {
    const descriptor = openSync("/dev/null", "r");
    try {
      expect(descriptors("self")).toContain(descriptor);
      expect(descriptorTarget("self", descriptor)).toBe(readlinkSync(`/proc/self/fd/${descriptor}`));
      expect(descriptorTarget("self", descriptor)).toBe("/dev/null");
      const closeOnExec = 0o2000000;
      expect(descriptorFlags("self", descriptor) & closeOnExec).toBe(closeOnExec);
    } finally {
      closeSync(descriptor);
    }
  });

  test("a process that is not there has no fields, and everything else of it cannot be read", () => {
    expect(readStat(GONE)).toBeUndefined();
    for (const read of [() => readEnvironmentNow(GONE), () => threadIds(GONE), () => descriptors(GONE)]) {
      expect(read).toThrow(expect.objectContaining({ code: "ENOENT" }));
    }
  });
});

test("a terminal's path follows from its device number", () => {
  expect(pseudoTerminalPath(0x8803)).toBe("/dev/pts/3");
  expect(pseudoTerminalPath(0x1_00000 | 0x8800)).toBe("/dev/pts/256");
  expect(pseudoTerminalPath(0x401), "a console").toBeUndefined();
});
