/** Which recordings a filter lets through. */
import { expect, test } from "vitest";
import { ENDINGS } from "../../../shared/recording-ending.ts";
import { fitsFilter } from "../../../electron/recording/recording-filter.ts";
import type { RecordingFilter, RecordingInfo } from "../../../shared/protocol.ts";

const BASE: RecordingInfo = {
  ...{ id: "abcd1234", name: "build", command: "make -j8", cwd: "/src", agent: "Codex", startedAtMs: 1000, durationMs: 5 },
  ...{ exit: { code: 0 }, isLive: false, bytes: 10, markers: [] },
};
const { exit: _exit, ...WITHOUT_EXIT } = BASE;

test.each<[RecordingFilter, boolean]>([
  [{}, true],
  [{ name: "UIL" }, true],
  [{ name: "ABCD" }, true],
  [{ name: "1234" }, false],
  [{ agent: "codex" }, true],
  [{ agent: "claude" }, false],
  [{ program: "MAKE" }, true],
  [{ program: "cargo" }, false],
  [{ sinceMs: 1000, untilMs: 1001 }, true],
  [{ sinceMs: 1001 }, false],
  [{ untilMs: 1000 }, false],
  [{ agent: "codex", ending: "failed" }, false],
])("%j: %s", (filter, fits) => {
  expect(fitsFilter(BASE, filter)).toBe(fits);
});

test.each<[string, RecordingInfo]>([
  ["ok", BASE],
  ["failed", { ...BASE, exit: { code: 1 } }],
  ["failed", { ...BASE, exit: { code: 0, signal: "SIGTERM" } }],
  ["stopped", { ...BASE, exit: { code: 129, signal: "SIGHUP" }, isStopped: true }],
  ["stopped", { ...BASE, exit: { code: 130 } }],
  ["running", { ...WITHOUT_EXIT, isLive: true }],
  ["lost", WITHOUT_EXIT],
])("ended %s", (expected, recording) => {
  const fitting = ENDINGS.filter((ending) => fitsFilter(recording, { ending }));
  expect(fitting).toEqual([expected]);
});
