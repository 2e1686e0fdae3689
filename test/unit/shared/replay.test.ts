/** The replay: its clock, its way through a recording, and what its keys do. */
import { describe, expect, test } from "vitest";
import { type CastEvent, encodeEvent } from "../../../shared/asciicast.ts";
import { ReplayClock, SPEEDS } from "../../../shared/replay/replay-clock.ts";
import type { Keyframe } from "../../../shared/replay/replay-index.ts";
import { performReplayAction, replayAction } from "../../../shared/replay/replay-keys.ts";
import { ReplayPlayer } from "../../../shared/replay/replay-player.ts";

const SIZE = { cols: 20, rows: 4 };

describe("the clock", () => {
  test("moves only while it plays, as fast as it is set, and stops at the end", () => {
    const clock = new ReplayClock(1000);
    clock.tick(100, {});
    expect(clock.state.atMs).toBe(0);
    clock.play();
    clock.tick(100, {});
    clock.setSpeed(4);
    clock.tick(100, {});
    expect(clock.state.atMs).toBe(500);
    clock.tick(200, {});
    expect(clock.state).toMatchObject({ atMs: 1000, isPlaying: false });
    clock.play();
    expect(clock.state).toMatchObject({ atMs: 0, isPlaying: true });
  });

  test("a pause ends when it has lasted as long as it may", () => {
    const clock = new ReplayClock(60_000, { idleLimitMs: 2000 });
    clock.play();
    const around = { beforeMs: 1000, nextMs: 50_000 };
    clock.seek(1000);
    clock.tick(1999, around);
    expect(clock.state.atMs).toBe(2999);
    clock.tick(1, around);
    expect(clock.state.atMs).toBe(50_000);
    clock.seek(1000);
    clock.setIdleLimit(undefined);
    clock.tick(10_000, around);
    expect(clock.state.atMs).toBe(11_000);
  });

  test("a pause that is shorter is played as it was", () => {
    const clock = new ReplayClock(60_000, { idleLimitMs: 2000 });
    clock.play();
    clock.tick(1500, { beforeMs: 0, nextMs: 1900 });
    expect(clock.state.atMs).toBe(1500);
  });

  test("a seek stays within the recording, and does not change whether it plays", () => {
    const clock = new ReplayClock(1000);
    clock.seek(-5);
    expect(clock.state.atMs).toBe(0);
    clock.play();
    clock.seek(5000);
    expect(clock.state).toMatchObject({ atMs: 1000, isPlaying: true });
  });

  test("the speed has steps, and two ends", () => {
    const clock = new ReplayClock(1000);
    for (let at = 0; at < 20; at++) clock.changeSpeed(1);
    expect(clock.state.speed).toBe(SPEEDS.at(-1));
    for (let at = 0; at < 20; at++) clock.changeSpeed(-1);
    expect(clock.state.speed).toBe(SPEEDS[0]);
  });
});

/** A recording in memory: an event a second. Reads come two lines at a time. */
function recording(events: readonly CastEvent[]) {
  const lines = events.map((event) => encodeEvent(1000, event));
  const positions = lines.map((_, at) => lines.slice(0, at).join("").length);
  const all = lines.join("");
  const shown: string[] = [];
  const reads: number[] = [];
  const keyframe = (at: number): Keyframe => {
    const before = events.slice(0, at).map((event) => (event.kind === "output" ? event.text : ""));
    return { atMs: (at + 1) * 1000, position: positions[at] ?? 0, size: SIZE, screen: before.join("") };
  };
  const read = async (position: number) => {
    reads.push(position);
    const at = positions.indexOf(position);
    const next = positions[at + 2];
    return { text: all.slice(position, next), ...(next !== undefined && { next }) };
  };
  const sink = {
    show: (screen: string) => shown.push(`[${screen}]`),
    write: (text: string) => shown.push(text),
    resize: ({ cols, rows }: { cols: number; rows: number }) => shown.push(`${cols}x${rows}`),
  };
  return { keyframe, read, sink, shown, reads, durationMs: events.length * 1000 };
}

const LETTERS: CastEvent[] = [..."abcdefgh"].map((text) => ({ kind: "output", text }));

function playerOf(events: readonly CastEvent[], keyframesAt: readonly number[] = [0]) {
  const { keyframe, read, sink, shown, reads, durationMs } = recording(events);
  const clock = new ReplayClock(durationMs);
  const player = new ReplayPlayer({ clock, keyframes: keyframesAt.map(keyframe), read, sink });
  return { player, clock, shown, reads };
}

describe("the player", () => {
  test("shows each output in its time", async () => {
    const { player, clock, shown } = playerOf(LETTERS);
    await player.seek(0);
    clock.play();
    await player.tick(2500);
    expect(shown).toEqual(["[]", "ab"]);
    await player.tick(600);
    expect(shown.at(-1)).toBe("c");
    clock.pause();
    await player.tick(5000);
    expect(shown.at(-1)).toBe("c");
    clock.play();
    await player.tick(60_000);
    expect(shown.join("")).toBe("[]abcdefgh");
    expect(clock.state.isPlaying).toBe(false);
  });

  test("seeks by the keyframe before, forward and back, and reads little", async () => {
    const { player, shown, reads } = playerOf(LETTERS, [0, 4]);
    await player.seek(6500);
    expect(shown).toEqual(["[abcd]", "ef"]);
    expect(reads).toHaveLength(2);
    await player.seek(2000);
    expect(shown.slice(2)).toEqual(["[]", "ab"]);
  });

  test("sizes come in order with the output", async () => {
    const events: CastEvent[] = [
      { kind: "output", text: "a" },
      { kind: "resize", size: { cols: 9, rows: 3 } },
      { kind: "output", text: "b" },
    ];
    const { player, shown } = playerOf(events);
    await player.seek(10_000);
    expect(shown).toEqual(["[]", "a", "9x3", "b"]);
  });

  test("steps from output to output, both ways, over a keyframe", async () => {
    const { player, clock } = playerOf(LETTERS, [0, 4]);
    await player.seek(4200);
    await player.step(1);
    expect(clock.state.atMs).toBe(5000);
    await player.step(-1);
    expect(clock.state.atMs).toBe(4000);
    await player.seek(8000);
    await player.step(1);
    expect(clock.state).toMatchObject({ atMs: 8000, isPlaying: false });
  });

  test("a seek in the middle of a tick comes after it", async () => {
    const { player, clock, shown } = playerOf(LETTERS);
    await player.seek(0);
    clock.play();
    await Promise.all([player.tick(5000), player.seek(1000), player.tick(5000)]);
    expect(shown.join("")).toBe("[]abcde[]a");
    expect(clock.state.atMs).toBe(1000);
  });

  test("a recording that cannot be read is told to whoever asked, and is tried again", async () => {
    const { keyframe, read, sink } = recording(LETTERS);
    let fails = true;
    const unsteady = async (position: number) => {
      if (fails) throw new Error("gone");
      return read(position);
    };
    const player = new ReplayPlayer({ clock: new ReplayClock(8000), keyframes: [keyframe(0)], read: unsteady, sink });
    await expect(player.seek(3000)).rejects.toThrow("gone");
    fails = false;
    await player.seek(3000);
    expect(player.clock.state.atMs).toBe(3000);
  });
});

describe("the keys", () => {
  const events = [
    { atMs: 2000, kind: "input", text: "x" },
    { atMs: 5000, kind: "ask", text: "y?" },
    { atMs: 6000, kind: "input", text: "y" },
  ] as const;
  const markers = [{ atMs: 3500 }];

  test.each<[string, boolean, number]>([
    ["Right", false, 8000],
    ["Left", false, 0],
    ["Right", true, 6000],
    ["Left", true, 2000],
    ["]", false, 4000],
    ["[", false, 3500],
    [".", false, 5000],
    [",", false, 3000],
    ["5", false, 4000],
    ["0", false, 0],
  ])("%s (shift: %s) goes to %i", async (key, isShifted, toMs) => {
    const { player, clock } = playerOf(LETTERS);
    await player.seek(4000);
    const action = replayAction(key, isShifted);
    if (!action) throw new Error("No action");
    await performReplayAction(player, action, { events, markers });
    expect(clock.state.atMs).toBe(toMs);
  });

  test("Space pauses and goes on; at the end it begins anew", async () => {
    const { player, clock } = playerOf(LETTERS);
    const press = async (): Promise<void> => {
      await performReplayAction(player, { kind: "play-pause" }, { events, markers });
    };
    await player.seek(4000);
    await press();
    expect(clock.state.isPlaying).toBe(true);
    await press();
    expect(clock.state.isPlaying).toBe(false);
    await player.seek(8000);
    await press();
    expect(clock.state).toMatchObject({ atMs: 0, isPlaying: true });
  });

  test("going back while it plays does not stay at the event that has just shown", async () => {
    const { player, clock } = playerOf(LETTERS);
    await player.seek(6100);
    clock.play();
    await performReplayAction(player, { kind: "event", direction: -1 }, { events, markers });
    expect(clock.state.atMs).toBe(5000);
  });

  test("other keys do nothing", () => {
    for (const key of ["a", "Up", "Enter", ""]) expect(replayAction(key, false)).toBeUndefined();
  });
});
