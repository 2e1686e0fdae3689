/** A worker that finds another @xterm/headless than the one that screens were written for. */
import { afterEach, expect, test } from "vitest";
import { ScreenPool } from "../../../electron/screens/pool/screen-pool.ts";
import { buildScreenWorker, type DoctoredEmulator } from "../../support/screen-worker.ts";
import { until } from "../../support/until.ts";

const SIZE = { cols: 40, rows: 6 };
const pools: ScreenPool[] = [];

afterEach(() => {
  for (const pool of pools.splice(0)) pool[Symbol.dispose]();
});

async function poolWith(emulator: DoctoredEmulator): Promise<{ pool: ScreenPool; warnings: string[] }> {
  const warnings: string[] = [];
  const workerUrl = await buildScreenWorker("electron/screens/worker/worker.ts", emulator);
  const pool = new ScreenPool({ workerUrl, workers: 1, onWarning: (message) => warnings.push(message) });
  pools.push(pool);
  return { pool, warnings };
}

test("without a part of xterm that screens need there are no screens: the log says so once, and every request is told", async () => {
  const { pool, warnings } = await poolWith({
    version: "6.1.0",
    change: (code) => code.replaceAll("savedCurAttrData", "savedStyle"),
  });
  const reason =
    "Cotty needs @xterm/headless 6.0.0 and version 6.1.0 differs: " +
    "_core.buffers.normal.savedCurAttrData (the saved cursor's style): object expected, nothing found. Reinstall Cotty to get it";
  pool.assertFit();
  using screen = pool.open(SIZE, () => ({ offset: 0, texts: [] }));
  screen.write("x".repeat(200_000));
  await expect(screen.ask("text", { limit: 10 })).rejects.toMatchObject({ code: "internal", message: reason });
  expect(warnings).toEqual([`There are no screens. ${reason}`]);
  expect(() => pool.assertFit()).toThrow(expect.objectContaining({ code: "start-failed", message: reason }));
  expect(() => pool.open(SIZE, () => ({ offset: 0, texts: [] }))).toThrow(reason);
  // Its program is not held up, and what it prints fills no memory.
  screen.write("y".repeat(200_000));
  expect(screen.unparsed).toBe(0);
  expect(screen.written).toBe(400_000);
  await expect(screen.ask("text", { limit: 10 })).rejects.toThrow(reason);
  expect(warnings).toHaveLength(1);
});

test("a part that only the quick parser needs has another name: screens as ever, more slowly, with a warning", async () => {
  const { pool, warnings } = await poolWith({
    version: "6.0.1",
    change: (code) => code.replaceAll("_csiHandlers", "_csi"),
  });
  using screen = pool.open(SIZE, () => ({ offset: 0, texts: [] }));
  screen.write("plain \x1b[1mbold\x1b[0m 字\r\n\x1b[2Cmoved");
  expect((await screen.ask("text", { limit: 10 })).text).toBe("plain bold 字\n  moved");
  await until("the warning", () => warnings.length > 0);
  expect(warnings).toEqual([
    "Screens take in output more slowly, without the quick parser: " +
      "_core._inputHandler._parser._csiHandlers (what sequences do): object expected, nothing found",
  ]);
});
