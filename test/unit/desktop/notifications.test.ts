import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type NotificationText, Notifications } from "../../../electron/desktop/notifications.ts";
import type { SessionInfo } from "../../../shared/protocol.ts";
import { asks, failed, sessionInfo } from "./session-info.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function createNotifications(platform: NodeJS.Platform = "darwin"): {
  add: (session: SessionInfo) => void;
  unseen: Map<string, SessionInfo>;
  shown: NotificationText[];
} {
  const unseen = new Map<string, SessionInfo>();
  const shown: NotificationText[] = [];
  const notifications = new Notifications({
    unseen: (id) => unseen.get(id),
    show: (notice) => void shown.push(notice),
    platform,
  });
  const add = (session: SessionInfo): void => {
    unseen.set(session.id, session);
    notifications.add(session);
  };
  return { add, unseen, shown };
}

test("a session that begins to need somebody is told, with what it asks", () => {
  const { add, shown } = createNotifications();
  add(sessionInfo("apt", asks("Continue? [Y/n]")));
  vi.advanceTimersByTime(1000);
  expect(shown).toEqual([{ title: "apt needs you", body: "asks: Continue? [Y/n]", session: "apt" }]);
});

test("a failure says what failed and how", () => {
  const { add, shown } = createNotifications();
  add(sessionInfo("build", { ...failed, lastLine: "make: *** [all] Error 1" }));
  vi.advanceTimersByTime(1000);
  expect(shown).toEqual([{ title: "build failed", body: "Exited 2: make: *** [all] Error 1", session: "build" }]);
});

test("nothing is told of a session that the person sees or has answered", () => {
  const { add, unseen, shown } = createNotifications();
  add(sessionInfo("a", asks("[Y/n]")));
  unseen.delete("a");
  vi.advanceTimersByTime(5000);
  expect(shown).toEqual([]);
});

test("T10 at most one a second for a session, however often it asks; others are not held up", () => {
  const { add, shown } = createNotifications();
  for (let i = 0; i < 200; i++) {
    add(sessionInfo("noisy", asks(`${i}?`)));
    if (i === 100) add(sessionInfo("quiet", asks("[Y/n]")));
    vi.advanceTimersByTime(50);
  }
  vi.advanceTimersByTime(2000);
  const noisy = shown.filter(({ session }) => session === "noisy").length;
  expect(noisy).toBeGreaterThanOrEqual(8);
  expect(noisy).toBeLessThanOrEqual(12);
  expect(shown.filter(({ session }) => session === "quiet")).toHaveLength(1);
});

const HOSTILE = `\u001b]0;x\u0007a\r\nb\u009b31m\u202Eevil\u2066\u{E0041}<img src=x onerror=alert(1)><b>&amp;${"9".repeat(1_000_000)}`;

test.each(["linux", "darwin", "win32"] as const)("T10 hostile text becomes one bounded line on %s", (platform) => {
  const { add, shown } = createNotifications(platform);
  add(sessionInfo("proc-0123456789ab", { ...asks(HOSTILE), title: HOSTILE }));
  vi.advanceTimersByTime(1000);
  const [notice] = shown;
  for (const text of [notice?.title, notice?.body]) {
    expect(text).not.toMatch(/\p{C}/u);
    expect(text?.length).toBeLessThan(250);
    expect(text).toContain("evil");
  }
  // Only there may the text be taken for markup.
  expect(/[<>&]/.test(notice?.body ?? "")).toBe(platform !== "linux");
});
