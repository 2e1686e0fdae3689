import { expect, test } from "vitest";
import { isUnseen, type Looks, withLooks } from "../../../renderer/state/seen.ts";
import type { SessionInfo } from "../../../shared/protocol.ts";
import { sessionOf } from "./session-fixture.ts";

const idle = { attention: { state: "idle", reason: "" } } as const;
const quiet = sessionOf({ ...idle, startedAtMs: 1000, lastOutputAtMs: 5000 });
const unseen = (looks: Looks, session: SessionInfo): boolean => isUnseen({ looks, notices: new Map() }, session);
const NO_LOOKS: Looks = new Map();

test("what a session printed before the person looked is seen, and what comes later is not", () => {
  const looks = withLooks(NO_LOOKS, [quiet], 6000);
  expect(unseen(NO_LOOKS, quiet)).toBe(true);
  expect(unseen(looks, quiet)).toBe(false);
  expect(unseen(looks, { ...quiet, lastOutputAtMs: 7000 })).toBe(true);
});

test("a session that works says so by its state", () => {
  const looks = withLooks(NO_LOOKS, [quiet], 6000);
  expect(unseen(looks, sessionOf({ ...quiet, lastOutputAtMs: 7000, attention: { state: "working", reason: "" } }))).toBe(false);
});

test("a bell counts while it works, until the next look", () => {
  const ringing = sessionOf({ bells: 2, startedAtMs: 1000, lastOutputAtMs: 7000 });
  expect(unseen(withLooks(NO_LOOKS, [{ ...ringing, bells: 1 }], 6000), ringing)).toBe(true);
  expect(unseen(withLooks(NO_LOOKS, [ringing], 6000), ringing)).toBe(false);
  // It rang before the look, and the window was told after it.
  expect(unseen(withLooks(NO_LOOKS, [{ ...ringing, bells: 1 }], 8000), ringing)).toBe(false);
});

test("an end counts until it was read", () => {
  const ended = sessionOf({ exit: { code: 0 }, attention: { state: "finished", reason: "" } });
  const notice = { kind: "finished", about: "", isRead: false, isDismissed: false } as const;
  const looks = withLooks(NO_LOOKS, [ended], 6000);
  expect(isUnseen({ looks, notices: new Map([[ended.id, notice]]) }, ended)).toBe(true);
  expect(isUnseen({ looks, notices: new Map([[ended.id, { ...notice, isRead: true }]]) }, ended)).toBe(false);
});

test("a look at a session is none at the next one of its name", () => {
  const looks = withLooks(NO_LOOKS, [quiet], 6000);
  expect(unseen(looks, { ...quiet, startedAtMs: 2000 })).toBe(true);
});
