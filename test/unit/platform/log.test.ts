import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { fileLog } from "../../../electron/platform/log.ts";

let directory: string;
beforeEach(() => {
  directory = mkdtempSync("/tmp/ct-log-");
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

describe("the log", () => {
  test("is readable by its owner only and has one line an entry", () => {
    const path = join(directory, "log", "host.log");
    using log = fileLog(path, () => 0);
    log.info("started");
    log.warn("two\nlines \x1b[2J");
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(path, "utf8")).toBe(
      "1970-01-01T00:00:00.000Z info started\n1970-01-01T00:00:00.000Z warn two lines  [2J\n",
    );
  });

  test("never contains a token", () => {
    const path = join(directory, "host.log");
    using log = fileLog(path);
    log.hide("sesame");
    log.error("refused token sesame");
    expect(readFileSync(path, "utf8")).toContain("refused token [hidden]");
  });

  test("takes one megabyte a minute, says so once, and goes on in the next minute", () => {
    const path = join(directory, "host.log");
    let nowMs = 0;
    using log = fileLog(path, () => nowMs);
    for (let i = 0; i < 3000; i++) log.info("x".repeat(1000));
    expect(statSync(path).size).toBeLessThan(1.1 * 1024 * 1024);
    nowMs = 60_000;
    log.info("again");
    const text = readFileSync(path, "utf8");
    expect(text.match(/left out/g)).toHaveLength(1);
    expect(text).toMatch(/info again\n$/);
  });

  test("is set aside when it has grown large", () => {
    const path = join(directory, "host.log");
    writeFileSync(path, "x".repeat(9 * 1024 * 1024), { mode: 0o600 });
    using log = fileLog(path);
    log.info("fresh");
    expect(statSync(`${path}.1`).size).toBe(9 * 1024 * 1024);
    expect(readFileSync(path, "utf8")).toContain("fresh");
  });

  test("does not write through a symbolic link", () => {
    const victim = join(directory, "victim");
    writeFileSync(victim, "precious");
    symlinkSync(victim, join(directory, "host.log"));
    expect(() => fileLog(join(directory, "host.log"))).toThrow("ELOOP");
    expect(readFileSync(victim, "utf8")).toBe("precious");
  });
});
