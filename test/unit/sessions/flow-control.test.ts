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

describe.each([
  { where: "alone", others: 0, high: 4 * MB, low: 3 * MB },
  { where: "beside others that lag behind", others: 20 * MB, high: 2 * MB, low: 1.25 * MB },
])("a pty whose screen lags behind, $where", ({ others, high, low }) => {
  let rest: FlowControl;
  beforeEach(() => {
    rest = new FlowControl({ pause: () => {}, resume: () => {} });
    rest.update(others);
  });
  afterEach(() => rest[Symbol.dispose]());

  it("is left alone as long as not too much is unparsed", () => {
    for (const unparsed of [0, MB, high, MB, high]) flow.update(unparsed);
    expect(told).toBe(0);
  });

  it("is paused above one mark, and resumed only below a lower one", () => {
    flow.update(high + 1);
    expect(isPaused).toBe(true);
    flow.update(low);
    expect(isPaused).toBe(true);
    flow.update(low - 1);
    expect(isPaused).toBe(false);
  });

  it("may have more unparsed when the others have caught up, or have gone", () => {
    flow.update(high + 1);
    rest.update(0);
    flow.update(2 * MB);
    expect(isPaused).toBe(false);
    rest.update(20 * MB);
    rest[Symbol.dispose]();
    flow.update(4 * MB);
    expect(isPaused).toBe(false);
  });
});

describe("a pty whose screen lags behind", () => {
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
