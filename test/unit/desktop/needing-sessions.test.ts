import { expect, onTestFinished, test } from "vitest";
import { NeedingSessions } from "../../../electron/desktop/needing-sessions.ts";
import { Emitter } from "../../../shared/emitter.ts";
import { DEFAULT_SETTINGS } from "../../../shared/settings/settings.ts";
import type { SessionInfo } from "../../../shared/protocol.ts";
import { asks, failed, sessionInfo } from "./session-info.ts";

function createNeeds(attention = DEFAULT_SETTINGS.attention): {
  needs: NeedingSessions;
  news: string[];
  has: (...sessions: SessionInfo[]) => void;
  lose: () => void;
} {
  const changed = new Emitter<void>();
  const source = { sessions: [] as SessionInfo[], isWatching: false, onChanged: changed.event, settings: { attention } };
  const needs = new NeedingSessions(source);
  const news: string[] = [];
  const heard = needs.onNeeding(({ id }) => void news.push(id));
  onTestFinished(() => [heard, changed].forEach((one) => one[Symbol.dispose]()));
  const set = (sessions: SessionInfo[], isWatching: boolean): void => {
    Object.assign(source, { sessions, isWatching });
    changed.fire();
  };
  return { needs, news, has: (...sessions) => set(sessions, true), lose: () => set([], false) };
}

test("a session that already asks when the app starts is no news; one that begins to ask or fails is news once", () => {
  const { needs, news, has } = createNeeds();
  has(sessionInfo("old", asks("[Y/n]")), sessionInfo("new"));
  expect(news).toEqual([]);
  expect(needs.list.map(({ id }) => id)).toEqual(["old"]);
  has(sessionInfo("old", asks("[Y/n]")), sessionInfo("new", asks("Password:")));
  has(sessionInfo("old", asks("[Y/n]")), sessionInfo("new", { ...asks("Password:"), lastLine: "other" }));
  expect(news).toEqual(["new"]);
});

test("reconnecting to the host repeats no news", () => {
  const { news, has, lose } = createNeeds();
  has(sessionInfo("a", asks("[Y/n]")));
  lose();
  has(sessionInfo("a", asks("[Y/n]")));
  expect(news).toEqual([]);
});

test("what asks comes before what failed; a question that was answered is gone", () => {
  const { needs, has } = createNeeds();
  has(sessionInfo("broken", failed), sessionInfo("asking", { ...asks("[Y/n]"), startedAtMs: 5 }));
  expect(needs.list.map(({ id }) => id)).toEqual(["asking", "broken"]);
  has(sessionInfo("broken", failed), sessionInfo("asking"));
  expect(needs.list.map(({ id }) => id)).toEqual(["broken"]);
});

test("a failure that was seen needs nobody, until a session of that name fails again; a question goes on asking", () => {
  const { needs, news, has } = createNeeds();
  has(sessionInfo("a", failed), sessionInfo("q", asks("[Y/n]")));
  needs.markSeen(["a", "q", "unknown"]);
  expect(needs.list.map(({ id }) => id)).toEqual(["q"]);
  has(sessionInfo("a"), sessionInfo("q", asks("[Y/n]")));
  has(sessionInfo("a", failed), sessionInfo("q", asks("[Y/n]")));
  expect(needs.list.map(({ id }) => id)).toEqual(["q", "a"]);
  expect(news).toEqual(["a"]);
});

test("the tray is told of what it shows, not of every line of output", () => {
  const { needs, has } = createNeeds();
  let told = 0;
  using _heard = needs.onChanged(() => void (told += 1));
  has(sessionInfo("a"));
  for (let offset = 1; offset < 50; offset++) has(sessionInfo("a", { offset, lastLine: String(offset) }));
  expect(told).toBe(1);
  has(sessionInfo("a", failed));
  expect(told).toBe(2);
});

test("a question that was dismissed or snoozed needs nobody, and is news again when that is over", () => {
  const { needs, news, has } = createNeeds();
  has(sessionInfo("q", asks("[Y/n]")));
  needs.setDismissed(["q", "unknown"]);
  expect(needs.list).toEqual([]);
  has(sessionInfo("q", { ...asks("[Y/n]"), lastLine: "other" }));
  expect(news).toEqual([]);
  needs.setDismissed([]);
  expect(needs.list.map(({ id }) => id)).toEqual(["q"]);
  expect(news).toEqual(["q"]);
});

test("the settings decide what is in the tray, and what is notified of, apart from each other", () => {
  const nowhere = { inbox: false, toast: false, notification: false };
  const { needs, news, has } = createNeeds({
    asks: { ...nowhere, inbox: true },
    failed: { ...nowhere, notification: true },
    message: nowhere,
    finished: { ...nowhere, notification: true },
  });
  has(sessionInfo("asking"), sessionInfo("broken"), sessionInfo("done"));
  const finished = { attention: { state: "finished", reason: "Exited 0" }, exit: { code: 0 } } as const;
  has(sessionInfo("asking", asks("[Y/n]")), sessionInfo("broken", failed), sessionInfo("done", finished));
  expect(needs.list.map(({ id }) => id)).toEqual(["asking"]);
  expect(news).toEqual(["broken", "done"]);
  expect(["asking", "broken", "done"].map((id) => needs.telling(id)?.id)).toEqual([undefined, "broken", "done"]);
  needs.markSeen(["broken"]);
  needs.setDismissed(["done"]);
  expect(["broken", "done"].map((id) => needs.telling(id))).toEqual([undefined, undefined]);
});
