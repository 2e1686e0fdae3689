/** What is done after a crash: of the page (E12 in docs/threats.md), and of the app itself. */
import { EventEmitter } from "node:events";
import type { WebContents } from "electron";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { reportLost } from "../../../electron/desktop/lost-sessions.ts";
import type { DesktopMessage } from "../../../shared/desktop-messages.ts";
import { Emitter } from "../../../shared/emitter.ts";
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

const LOST = { cwd: "/src", size: { cols: 80, rows: 24 }, startedAtMs: 5 };

test("what a crash of the app took is told to the log and to the first page of the window, once", () => {
  const onOpen = new Emitter<void>();
  const sent: DesktopMessage[] = [];
  const log: string[] = [];
  const lost = [
    { id: "gdb", command: "gdb ./a", ...LOST, recording: "/r/1.cast" },
    { id: "cat", command: "cat", ...LOST },
  ];
  const window = { onOpen: onOpen.event, send: (message: DesktopMessage) => void sent.push(message) };
  reportLost(lost, window, { warn: (message) => void log.push(message) });
  expect(sent).toEqual([]);
  onOpen.fire();
  onOpen.fire();
  expect(sent).toEqual([
    {
      type: "lost",
      sessions: [
        { id: "gdb", command: "gdb ./a", ...LOST },
        { id: "cat", command: "cat", ...LOST },
      ],
    },
  ]);
  expect(log).toHaveLength(2);
  expect(log[0]).toContain("its recording: /r/1.cast");
});

test("without a loss the page is told nothing", () => {
  const onOpen = new Emitter<void>();
  reportLost([], { onOpen: onOpen.event, send: () => expect.unreachable() }, { warn: () => expect.unreachable() });
  onOpen.fire();
  expect(onOpen.listenerCount).toBe(0);
});
