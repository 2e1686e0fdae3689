/** What the host puts back when something has removed its files: one check after the other, without waiting for the clock. */
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startEndpoint } from "../../support/endpoint.ts";
import { createHome, type Home } from "../../support/home.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Lets the host check its files. It sets its timer again when it has done so. */
async function check(): Promise<void> {
  vi.advanceTimersByTime(2000);
  while (vi.getTimerCount() === 0) await new Promise((resolve) => setImmediate(resolve));
}

/** All files in the run directory with their rights and contents, and which socket is there. */
function filesIn({ paths }: Home): Record<string, string> {
  const contents = readdirSync(paths.runDirectory).map((name) => {
    const file = join(paths.runDirectory, name);
    const { mode, ino } = statSync(file);
    return [name, `${mode.toString(8)} ${file === paths.socket ? ino : readFileSync(file, "utf8")}`];
  });
  return Object.fromEntries(contents) as Record<string, string>;
}

const logged = ({ paths }: Home, text: string): string[] =>
  existsSync(paths.log)
    ? readFileSync(paths.log, "utf8")
        .split("\n")
        .filter((line) => line.includes(text))
    : [];

test.each<[string, (home: Home) => void]>([
  ["a deleted token", ({ paths }) => rmSync(paths.token)],
  ["an empty token", ({ paths }) => writeFileSync(paths.token, "")],
  ["a token that others can read", ({ paths }) => chmodSync(paths.token, 0o644)],
  ["a deleted lock", ({ paths }) => rmSync(join(paths.runDirectory, "lock.1"))],
  ["nothing", () => {}],
])("%s is as it was with the next check, and the socket stays", async (_, damage) => {
  await using home = createHome();
  await using running = await startEndpoint(home);
  const before = filesIn(home);
  expect(Object.keys(before).sort()).toEqual(["cotty.sock", "lock.1", "token"]);
  damage(home);
  await check();
  expect(filesIn(home)).toEqual(before);
  expect(logged(home, running.token)).toEqual([]);
});

test("S8 what cannot be restored is logged once, and again when it happens again", async () => {
  await using home = createHome();
  await using _host = await startEndpoint(home);
  const { token, runDirectory } = home.paths;
  const complaints = (): number => logged(home, `Refusing to use ${runDirectory}`).length;
  rmSync(token);
  chmodSync(runDirectory, 0o755);
  for (let i = 0; i < 3; i++) await check();
  expect(complaints()).toBe(1);
  chmodSync(runDirectory, 0o700);
  await check();
  expect(existsSync(token)).toBe(true);
  chmodSync(runDirectory, 0o755);
  await check();
  expect(complaints()).toBe(2);
  chmodSync(runDirectory, 0o700);
});
