import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, test } from "vitest";

const script = resolve(import.meta.dirname, "../../../scripts/spawn-helper.mjs");
const folder = mkdtempSync(join(tmpdir(), "cotty-node-pty-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe.skipIf(process.platform === "win32")("after an install", () => {
  test("the programs that node-pty starts others with on macOS may be executed, and nothing else", () => {
    for (const platform of ["darwin-arm64", "darwin-x64", "win32-x64"]) {
      mkdirSync(join(folder, "prebuilds", platform), { recursive: true });
      writeFileSync(join(folder, "prebuilds", platform, "pty.node"), "", { mode: 0o644 });
    }
    const helpers = ["darwin-arm64", "darwin-x64"].map((platform) => join(folder, "prebuilds", platform, "spawn-helper"));
    for (const helper of helpers) writeFileSync(helper, "", { mode: 0o644 });
    expect(spawnSync(process.execPath, [script, folder], { encoding: "utf8" })).toMatchObject({ status: 0, stderr: "" });
    for (const helper of helpers) expect(statSync(helper).mode & 0o777).toBe(0o755);
    expect(statSync(join(folder, "prebuilds/darwin-x64/pty.node")).mode & 0o111).toBe(0);
  });

  test("an installation without them is as good", () => {
    const { status, stderr } = spawnSync(process.execPath, [script, join(folder, "nowhere")], { encoding: "utf8" });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  });
});
