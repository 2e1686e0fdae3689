/** The protocol is simple enough for a script without a library. */
import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { startTestHost } from "../../support/test-host.ts";

it("a Python script with nothing but its standard library drives a session", async () => {
  await using host = await startTestHost();
  const script = resolve(import.meta.dirname, "../../fixtures/protocol_client.py");
  const { stdout } = await promisify(execFile)("python3", [script, host.home.paths.runDirectory]);
  expect(JSON.parse(stdout)).toEqual({
    version: "0.1.0",
    cwd: "/",
    size: { cols: 80, rows: 24 },
    wait: { ended: "match", match: "héllo wörld" },
    output: "héllo wörld\r\nhéllo wörld\r\n",
    error: "no-such-session",
    ended: ["cat"],
  });
});
