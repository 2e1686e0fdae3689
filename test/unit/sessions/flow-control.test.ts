import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FlowControl } from "../../../electron/sessions/flow-control.ts";

const MB = 1024 * 1024;

let isPaused: boolean;
/** How often the pty was told, in either direction. */
let told: number;
let flow: FlowControl;

beforeEach(() => {
  vi.useFakeTimers();
  isPaused = false;
  told = 0;
  const tell = (paused: boolean) => (): void => {
    isPaused = paused;
    told++;
  };
  flow = new FlowControl({ pause: tell(true), resume: tell(false) });
});
afterEach(() => {
  flow[Symbol.dispose]();
  vi.useRealTimers();
});

describe("a pty whose screen lags behind", () => {
  it("is left alone as long as at most 4 MB are unparsed", () => {
    for (const unparsed of [0, MB, 4 * MB, MB, 4 * MB]) flow.update(unparsed);
    expect(told).toBe(0);
  });

  it("is paused above 4 MB, and resumed only below 3 MB", () => {
    flow.update(4 * MB + 1);
    expect(isPaused).toBe(true);
    flow.update(3 * MB);
    expect(isPaused).toBe(true);
    flow.update(3 * MB - 1);
    expect(isPaused).toBe(false);
  });

  describe("beside others that lag behind", () => {
    let others: FlowControl;
    beforeEach(() => {
      others = new FlowControl({ pause: () => {}, resume: () => {} });
      others.update(20 * MB);
    });
    afterEach(() => others[Symbol.dispose]());

    it("is left alone as long as at most 2 MB are unparsed", () => {
      for (const unparsed of [0, MB, 2 * MB, MB, 2 * MB]) flow.update(unparsed);
      expect(told).toBe(0);
    });

    it("is paused above 2 MB, and resumed only below 1.25 MB", () => {
      flow.update(2 * MB + 1);
      expect(isPaused).toBe(true);
      flow.update(1.25 * MB);
      expect(isPaused).toBe(true);
      flow.update(1.25 * MB - 1);
      expect(isPaused).toBe(false);
    });

    it("may have more unparsed when they have caught up, or have gone", () => {
      flow.update(2 * MB + 1);
      others.update(0);
      flow.update(2 * MB);
      expect(isPaused).toBe(false);
      others.update(20 * MB);
      others[Symbol.dispose]();
      flow.update(4 * MB);
      expect(isPaused).toBe(false);
    });
  });

  it("is told once, however often the amount changes", () => {
    for (const unparsed of [5 * MB, 6 * MB, 5 * MB, 4 * MB]) flow.update(unparsed);
    expect(told).toBe(1);
    for (const unparsed of [MB, 0, MB]) flow.update(unparsed);
    expect(told).toBe(2);
  });

  it("is never paused for longer than 80 ms, even if the screen is stuck", () => {
    flow.update(5 * MB);
    vi.advanceTimersByTime(79);
    expect(isPaused).toBe(true);
    vi.advanceTimersByTime(1);
    expect(isPaused).toBe(false);
    vi.advanceTimersByTime(10_000);
    expect(told).toBe(2);
  });

  it("is paused for 80 ms again when more output comes and the screen is still stuck", () => {
    flow.update(5 * MB);
    vi.advanceTimersByTime(80);
    flow.update(5 * MB + 1);
    expect(isPaused).toBe(true);
    vi.advanceTimersByTime(80);
    expect(isPaused).toBe(false);
  });

  it("starts a whole new pause after an early resume", () => {
    flow.update(5 * MB);
    vi.advanceTimersByTime(60);
    flow.update(0);
    flow.update(5 * MB);
    vi.advanceTimersByTime(60);
    expect(isPaused).toBe(true);
    vi.advanceTimersByTime(20);
    expect(isPaused).toBe(false);
  });

  it("hears nothing more after the session's end", () => {
    flow.update(5 * MB);
    flow[Symbol.dispose]();
    flow.update(6 * MB);
    vi.advanceTimersByTime(1000);
    expect(told).toBe(1);
    expect(vi.getTimerCount()).toBe(0);
  });
});
