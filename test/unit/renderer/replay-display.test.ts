/** How the window shows the events of a replay. */
import { expect, test } from "vitest";
import { commandForMoment, endingOf, recordingTitle } from "../../../renderer/recordings/recording-actions.ts";
import { describeEvent, laneOf, markPosition } from "../../../renderer/replay/replay-display.ts";
import type { RecordingInfo } from "../../../shared/protocol.ts";
import type { ReplayEvent } from "../../../shared/replay/replay-index.ts";

const EVENTS: readonly (readonly [ReplayEvent, string, string])[] = [
  [{ atMs: 0, kind: "input", text: "make\r", by: { name: "Codex", actor: "agent" } }, "agent", "Codex typed make⏎"],
  [{ atMs: 0, kind: "input", text: "\x03", by: { name: "You", actor: "person" } }, "person", "You typed ^C"],
  [{ atMs: 0, kind: "input", text: "x", by: { name: "", actor: "agent" } }, "agent", "somebody typed x"],
  [{ atMs: 0, kind: "ask", text: "Continue? [y/N]" }, "line", "asks: Continue? [y/N]"],
  [{ atMs: 0, kind: "exit", text: "Exited 2" }, "line", "Exited 2"],
  [{ atMs: 0, kind: "marker", text: "here" }, "line", "here"],
  [{ atMs: 0, kind: "resize", text: "90×20" }, "line", "size 90×20"],
];

test.each(EVENTS)("%j is in the lane %s", (event, lane, words) => {
  expect(laneOf(event).lane).toBe(lane);
  expect(describeEvent(event)).toBe(words);
});

test("what a color says, a shape says, too", () => {
  const looks = EVENTS.map(([event]) => laneOf(event));
  const shapes = new Map(looks.map(({ token, glyph }) => [token, glyph]));
  expect(new Set(shapes.values()).size).toBe(shapes.size);
  expect(laneOf({ atMs: 0, kind: "exit", text: "Exited 0" }).token).toBe("ok");
});

const RECORDING: RecordingInfo = {
  ...{ id: "0123456789abcdef", name: "", command: "", cwd: "", startedAtMs: 0, durationMs: 0 },
  ...{ isLive: false, bytes: 0, markers: [] },
};

test("a recording is called by the best name there is", () => {
  expect(recordingTitle({ ...RECORDING, name: "build", command: "make" })).toBe("build");
  expect(recordingTitle({ ...RECORDING, command: "make" })).toBe("make");
  expect(recordingTitle(RECORDING)).toBe("01234567");
});

test("how it ended is said in words", () => {
  expect(endingOf({ ...RECORDING, isLive: true })).toBe("Running");
  expect(endingOf(RECORDING)).toBe("Lost");
  expect(endingOf({ ...RECORDING, exit: { code: 2 } })).toBe("Exited 2");
  expect(endingOf({ ...RECORDING, exit: { code: 0, signal: "SIGKILL" } })).toBe("Killed (SIGKILL)");
});

test("a moment is handed on as a command that shows it, in the words that run cotty here", () => {
  expect(commandForMoment("cotty", RECORDING.id, 83_000)).toBe("cotty replay 0123456789ab --at 1:23");
  expect(commandForMoment("node bin/cotty.js", RECORDING.id, 0)).toBe("node bin/cotty.js replay 0123456789ab --at 0:00");
});

test("a mark at either end of the line is drawn whole", () => {
  expect([0, 0.5, 1].map((share) => markPosition(share, 200, 5))).toEqual([5, 100, 195]);
});
