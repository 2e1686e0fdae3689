/** What is done after a crash: of the page (E12 in docs/threats.md), and of the app itself. */
import { EventEmitter } from "node:events";
import type { WebContents } from "electron";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { reportLost } from "../../../electron/desktop/lost-sessions.ts";
import { PAGE_PATH, PAGE_URL, RECOVERY_URL } from "../../../electron/desktop/page-url.ts";
import { recoverFromCrashes, recoveryPage } from "../../../electron/desktop/recovery.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

/** `crash` resolves once the page has been given its next address, if any, and has loaded that. */
function createPage(loadMs = 0): { loaded: string[]; crash: (reason?: string) => Promise<void>; log: string[] } {
  const loaded: string[] = [];
  const log: string[] = [];
  const contents = Object.assign(new EventEmitter(), {
    isDestroyed: () => false,
    loadURL: (url: string) => Promise.resolve(void loaded.push(url)),
  });
  recoverFromCrashes(contents as unknown as WebContents, { error: (message) => void log.push(message) });
  const crash = async (reason = "crashed"): Promise<void> => {
    contents.emit("render-process-gone", {}, { reason, exitCode: 5 });
    await new Promise((resolve) => setImmediate(resolve));
    vi.advanceTimersByTime(loadMs);
    contents.emit("did-finish-load");
  };
  return { loaded, log, crash };
}

test("E12 a page that crashes is loaded again; at the third crash within 10 s, the recovery page", async () => {
  const { loaded, log, crash } = createPage();
  await crash();
  vi.advanceTimersByTime(4900);
  await crash("oom");
  vi.advanceTimersByTime(4900);
  await crash();
  expect(loaded).toEqual([PAGE_URL, PAGE_URL, RECOVERY_URL]);
  expect(log).toHaveLength(3);
  await crash();
  expect(loaded.at(-1)).toBe(PAGE_URL);
});

test("E12 crashes that are far apart are loaded again each time", async () => {
  const { loaded, crash } = createPage();
  for (let i = 0; i < 20; i++) {
    await crash();
    vi.advanceTimersByTime(5001);
  }
  expect(loaded).toEqual(Array.from({ length: 20 }, () => PAGE_URL));
});

test("E12 a page that crashes as soon as it is there is a loop, however long it takes to load", async () => {
  const { loaded, crash } = createPage(20_000);
  for (let i = 0; i < 3; i++) await crash();
  expect(loaded).toEqual([PAGE_URL, PAGE_URL, RECOVERY_URL]);
});

test("a page that ended as it was told is not loaded again", async () => {
  const { loaded, crash } = createPage();
  await crash("clean-exit");
  expect(loaded).toEqual([]);
});

test("E12 the recovery page has no script, reaches nothing, and leads only back", () => {
  const html = new TextDecoder().decode(recoveryPage.body);
  expect(recoveryPage.headers["content-security-policy"]).toMatch(
    /^default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'/,
  );
  expect(html).not.toMatch(/<script|\son\w+=|src=/i);
  expect([...html.matchAll(/href="([^"]*)"/g)].map(([, url]) => url)).toEqual([PAGE_PATH]);
});

type Told = { asked: { detail?: string; buttons?: string[] }[]; revealed: string[]; log: string[] };

async function report(lost: Parameters<typeof reportLost>[0]["lost"], response: number | Error): Promise<Told> {
  const told: Told = { asked: [], revealed: [], log: [] };
  await reportLost({
    lost,
    ask: (question) => {
      told.asked.push(question);
      return response instanceof Error ? Promise.reject(response) : Promise.resolve({ response, checkboxChecked: false });
    },
    reveal: (file) => void told.revealed.push(file),
    log: { warn: (message) => void told.log.push(message), error: (message) => void told.log.push(message) },
  });
  return told;
}

test("what a crash of the app took is told, to the log as well; its recordings are a click away", async () => {
  const told = await report(
    [
      { id: "gdb", command: "gdb ./a", recording: "/r/1.cast" },
      { id: "cat", command: "cat" },
    ],
    1,
  );
  expect(told.asked[0]).toMatchObject({ message: "Cotty ended unexpectedly; 2 sessions were lost" });
  expect(told.asked[0]?.detail).toContain("• gdb: gdb ./a\n• cat: cat");
  expect(told.revealed).toEqual(["/r/1.cast"]);
  expect(told.log[0]).toContain("its recording: /r/1.cast");
});

test("without a loss nobody is bothered; many losses, or ones with odd names, stay readable", async () => {
  expect((await report([], 0)).asked).toEqual([]);
  const many = Array.from({ length: 100 }, () => ({ id: "a\u202E\n\u001b[2Jb", command: "x".repeat(100_000) }));
  const { asked } = await report(many, 0);
  expect(asked[0]?.detail?.split("\n").length).toBeLessThan(20);
  expect(asked[0]?.detail).toContain("…and 90 more");
  expect(asked[0]?.detail?.replaceAll("\n", "")).not.toMatch(/\p{C}/u);
  expect(asked[0]?.buttons).toEqual(["OK"]);
});

test("a message that cannot be shown does not keep the app from starting", async () => {
  const { log } = await report([{ id: "gdb", command: "gdb" }], new Error("no display"));
  expect(log.at(-1)).toBe("The message about lost sessions could not be shown: no display");
});
