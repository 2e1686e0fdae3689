/** Which processes are seen (F20 in docs/threats.md). */
import { describe, expect, it } from "vitest";
import { systemProcesses } from "../../../electron/sessions/process-table.ts";

describe.skipIf(process.platform !== "linux")("F20 every look", () => {
  it("sees processes whose environment is not to be read, such as pid 1 (ssh-agent is another)", async () => {
    const { entries } = await systemProcesses.table();
    const now = systemProcesses.tableNow(new Map()) ?? [];
    for (const look of [entries, now]) {
      expect(look.find(({ pid }) => pid === 1)).toMatchObject({ parent: 0, zombie: false });
      expect(look.find(({ pid }) => pid === process.pid)).toMatchObject({ parent: process.ppid });
    }
  });
});
