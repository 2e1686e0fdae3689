import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type TiledSession, TileFrames } from "../../../electron/host/tile-frames.ts";
import type { ScreenFrame } from "../../../electron/screens/screen-types.ts";
import { Emitter } from "../../../shared/emitter.ts";
import { HostError } from "../../../shared/errors.ts";
import type { Events, Size } from "../../../shared/protocol.ts";

/** A session whose screen answers when the test says so, or at once. */
class FakeSession implements TiledSession {
  readonly onParsed = new Emitter<void>();
  readonly onReset = new Emitter<void>();
  readonly onResize = new Emitter<Size>();
  /** The version that each frame was asked since. */
  readonly asked: number[] = [];
  version = 0;
  /** Frames that are asked for wait until these are called; undefined answers at once. */
  held: (() => void)[] | undefined;
  isLost = false;

  readonly session = {
    onResize: this.onResize.event,
    screen: {
      onParsed: this.onParsed.event,
      onReset: this.onReset.event,
      frame: (since: number): Promise<ScreenFrame> => this.#frame(since),
    },
  };

  /** Prints something: the screen has a new version. */
  print(): void {
    this.version++;
    this.onParsed.fire();
  }

  get listeners(): number {
    return this.onParsed.listenerCount + this.onReset.listenerCount + this.onResize.listenerCount;
  }

  async #frame(since: number): Promise<ScreenFrame> {
    this.asked.push(since);
    if (this.held) await new Promise<void>((resolve) => this.held?.push(resolve));
    if (this.isLost) throw new HostError("internal", "The screen was reset");
    const { version } = this;
    return { version, size: { cols: 80, rows: 24 }, cursor: { x: 0, y: 0, visible: true }, full: since === 0, rows: [] };
  }
}

const INTERVAL_MS = 100;

let sessions: Map<string, FakeSession>;
let sent: { atMs: number; seq: number; ids: string[]; full: boolean[] }[];
let frames: TileFrames;
let beganAt: number;

beforeEach(() => {
  vi.useFakeTimers();
  beganAt = performance.now();
  // The clock of a host that has just started must not look like an interval that is not over.
  vi.advanceTimersByTime(INTERVAL_MS);
  sessions = new Map();
  sent = [];
  frames = new TileFrames({
    find: (id) => sessions.get(id),
    send: ({ seq, tiles }: Events["tiles/frame"]) => {
      const atMs = performance.now() - beganAt - INTERVAL_MS;
      sent.push({ atMs, seq, ids: tiles.map(({ id }) => id), full: tiles.map(({ full }) => full) });
    },
  });
});
afterEach(() => {
  frames[Symbol.dispose]();
  expect(vi.getTimerCount()).toBe(0);
  expect([...sessions.values()].map(({ listeners }) => listeners)).toEqual([...sessions.keys()].map(() => 0));
  vi.useRealTimers();
});

function open(id: string): FakeSession {
  const session = new FakeSession();
  session.version = 1;
  sessions.set(id, session);
  return session;
}

const show = (...ids: string[]): void => frames.subscribe({ ids, intervalMs: INTERVAL_MS });
const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);
/** A window that paints each frame at once. */
function paintAtOnce(): void {
  const push = sent.push.bind(sent);
  sent.push = (...items) => {
    queueMicrotask(() => items.forEach(({ seq }) => frames.acknowledge(seq)));
    return push(...items);
  };
}

describe("the rate of frames", () => {
  it("shows new tiles at once, whole, in one frame", async () => {
    open("a");
    open("b");
    show("a", "b");
    await pass(0);
    expect(sent).toEqual([{ atMs: 0, seq: 1, ids: ["a", "b"], full: [true, true] }]);
  });

  it("sends nothing while nothing changes", async () => {
    open("a");
    show("a");
    paintAtOnce();
    await pass(10 * INTERVAL_MS);
    expect(sent).toHaveLength(1);
  });

  it("sends one frame an interval however often a session prints, and only the tiles that changed", async () => {
    const a = open("a");
    open("b");
    show("a", "b");
    paintAtOnce();
    await pass(0);
    for (let i = 0; i < 30; i++) {
      a.print();
      await pass(10);
    }
    await pass(INTERVAL_MS);
    expect(sent.slice(1).map(({ atMs, ids }) => [atMs, ...ids])).toEqual([
      [100, "a"],
      [200, "a"],
      [300, "a"],
    ]);
  });

  it("sends a change at once when the interval since the last frame is over", async () => {
    const a = open("a");
    show("a");
    paintAtOnce();
    await pass(5 * INTERVAL_MS);
    a.print();
    await pass(0);
    expect(sent.map(({ atMs }) => atMs)).toEqual([0, 500]);
  });

  it("takes the interval of the last subscription", async () => {
    const a = open("a");
    show("a");
    paintAtOnce();
    await pass(0);
    frames.subscribe({ ids: ["a"], intervalMs: 300 });
    a.print();
    await pass(299);
    expect(sent).toHaveLength(1);
    await pass(1);
    expect(sent.map(({ atMs }) => atMs)).toEqual([0, 300]);
  });
});

describe("hot tiles", () => {
  it("have frames more often than the others, which stay together in theirs", async () => {
    const all = ["a", "b", "c"].map(open);
    frames.subscribe({ ids: ["a", "b", "c"], intervalMs: 300, hot: { ids: ["b"], intervalMs: 100 } });
    paintAtOnce();
    await pass(0);
    for (let i = 0; i < 60; i++) {
      for (const each of all) each.print();
      await pass(10);
    }
    expect(sent.slice(1).map(({ atMs, ids }) => `${atMs}: ${ids.join(" ")}`)).toEqual([
      "100: b",
      "200: b",
      "300: a b c",
      "400: b",
      "500: b",
      "600: a b c",
    ]);
  });

  it("need not wait for the frame of the others that is already due", async () => {
    const [a, b] = ["a", "b"].map(open);
    frames.subscribe({ ids: ["a", "b"], intervalMs: 300, hot: { ids: ["b"], intervalMs: 100 } });
    paintAtOnce();
    await pass(0);
    a?.print();
    await pass(50);
    b?.print();
    await pass(50);
    expect(sent.at(-1)).toMatchObject({ atMs: 100, ids: ["b"] });
  });
});

describe("credit", () => {
  it("sends no frame before the last one has been painted, and then what has changed meanwhile", async () => {
    const a = open("a");
    show("a");
    await pass(0);
    a.print();
    a.print();
    await pass(10 * INTERVAL_MS);
    expect(sent).toHaveLength(1);
    frames.acknowledge(1);
    await pass(0);
    expect(sent.map(({ seq }) => seq)).toEqual([1, 2]);
    expect(a.asked).toEqual([0, 1]);
  });

  it("gives none for what was painted before, and none for frames that were never sent", async () => {
    const a = open("a");
    show("a");
    await pass(0);
    frames.acknowledge(57);
    a.print();
    await pass(INTERVAL_MS);
    expect(sent.map(({ seq }) => seq)).toEqual([1, 2]);
    frames.acknowledge(1);
    a.print();
    await pass(INTERVAL_MS);
    expect(sent).toHaveLength(2);
    frames.acknowledge(2);
    await pass(0);
    expect(sent).toHaveLength(3);
  });
});

describe("while a frame is being built", () => {
  it("a tile that changes is in the next one", async () => {
    const a = open("a");
    a.held = [];
    show("a");
    paintAtOnce();
    await pass(0);
    expect(a.asked).toEqual([0]);
    a.print();
    await pass(3 * INTERVAL_MS);
    expect(a.asked).toEqual([0]);
    const [answer] = a.held.splice(0);
    a.held = undefined;
    answer?.();
    await pass(INTERVAL_MS);
    expect(a.asked).toEqual([0, 2]);
    expect(sent.map(({ atMs }) => atMs)).toEqual([300, 400]);
  });

  it("a tile that is no longer shown is left out, and the frame with it if nothing remains", async () => {
    const a = open("a");
    open("b");
    a.held = [];
    show("a", "b");
    await pass(0);
    show("b");
    a.held.forEach((answer) => answer());
    await pass(0);
    expect(sent.map(({ ids }) => ids)).toEqual([["b"]]);
    frames.acknowledge(1);

    const c = open("c");
    c.held = [];
    show("c");
    await pass(INTERVAL_MS);
    frames.forget(c);
    c.held.forEach((answer) => answer());
    await pass(INTERVAL_MS);
    expect(sent).toHaveLength(1);
  });

  it("the end of the connection ends it", async () => {
    const a = open("a");
    a.held = [];
    show("a");
    await pass(0);
    frames[Symbol.dispose]();
    a.held.forEach((answer) => answer());
    await pass(INTERVAL_MS);
    expect(sent).toEqual([]);
  });
});

describe("what becomes of a session", () => {
  it("a screen that was reset is sent whole again", async () => {
    const a = open("a");
    show("a");
    paintAtOnce();
    await pass(0);
    a.onReset.fire();
    await pass(INTERVAL_MS);
    expect(a.asked).toEqual([0, 0]);
    expect(sent.map(({ full }) => full)).toEqual([[true], [true]]);
  });

  it("a resize makes a tile dirty", async () => {
    const a = open("a");
    show("a");
    paintAtOnce();
    await pass(0);
    a.onResize.fire({ cols: 10, rows: 10 });
    await pass(INTERVAL_MS);
    expect(a.asked).toEqual([0, 1]);
  });

  it("one that is lost takes no other tile with it, and is sent whole when it is back", async () => {
    const a = open("a");
    const b = open("b");
    show("a", "b");
    paintAtOnce();
    await pass(0);
    a.isLost = true;
    a.print();
    b.print();
    await pass(INTERVAL_MS);
    expect(sent.map(({ ids }) => ids)).toEqual([["a", "b"], ["b"]]);
    a.isLost = false;
    a.print();
    await pass(INTERVAL_MS);
    expect(a.asked).toEqual([0, 1, 0]);
  });

  it("no frame is sent for a session that is not there; one of the same name later is another tile", async () => {
    show("a");
    await pass(INTERVAL_MS);
    expect(sent).toEqual([]);
    const first = open("a");
    show("a");
    paintAtOnce();
    await pass(0);
    const second = open("a");
    show("a");
    await pass(INTERVAL_MS);
    expect([first.asked, second.asked, first.listeners]).toEqual([[0], [0], 0]);
  });

  it("one that is no longer shown is not listened to; shown again, it is whole", async () => {
    const a = open("a");
    show("a");
    paintAtOnce();
    await pass(0);
    show();
    expect(a.listeners).toBe(0);
    a.print();
    await pass(INTERVAL_MS);
    expect(sent).toHaveLength(1);
    show("a");
    await pass(INTERVAL_MS);
    expect(a.asked).toEqual([0, 0]);
  });

  it("a subscription that keeps a tile goes on where it was", async () => {
    const a = open("a");
    show("a");
    paintAtOnce();
    await pass(0);
    show("a");
    a.print();
    await pass(INTERVAL_MS);
    expect(a.asked).toEqual([0, 1]);
  });
});
