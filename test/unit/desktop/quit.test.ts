/** How the app ends: the decisions, with the app and the window as far as they are asked. */
import { EventEmitter } from "node:events";
import { afterEach, expect, test, vi } from "vitest";
import { askBeforeClosing } from "../../../electron/desktop/close-question.ts";
import { handleClosing, QUIT_DEADLINE_MS, quitCleanly } from "../../../electron/desktop/quit.ts";

afterEach(() => void vi.useRealTimers());

type Quitting = EventEmitter & { exits: number[]; exit: (code?: number) => void; quit: () => void; quits: number };

function createApp(): Quitting {
  const app = Object.assign(new EventEmitter(), {
    exits: [] as number[],
    exit: (_code?: number) => {},
    quit: () => {},
    quits: 0,
  });
  app.exit = (code = 0) => void app.exits.push(code);
  app.quit = () => {
    app.quits += 1;
    app.emit("before-quit");
  };
  return app;
}

const willQuit = (app: EventEmitter): boolean => {
  let prevented = false;
  app.emit("will-quit", { preventDefault: () => void (prevented = true) });
  return prevented;
};

test("quitting waits for the end of the host, asked for once", async () => {
  const app = createApp();
  let end = (): void => {};
  const stop = vi.fn(() => new Promise<void>((resolve) => (end = resolve)));
  quitCleanly(app, { stop, log: console });
  expect(willQuit(app)).toBe(true);
  expect(willQuit(app)).toBe(true);
  expect(app.exits).toEqual([]);
  end();
  await expect.poll(() => app.exits).toEqual([0]);
  expect(stop).toHaveBeenCalledTimes(1);
});

test("a host that does not end is left behind at the deadline", () => {
  vi.useFakeTimers();
  const app = createApp();
  const errors: string[] = [];
  quitCleanly(app, { stop: () => new Promise(() => {}), log: { error: (message) => void errors.push(message) } });
  willQuit(app);
  vi.advanceTimersByTime(QUIT_DEADLINE_MS - 1);
  expect(app.exits).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(app.exits).toEqual([1]);
  expect(errors).toEqual(["The host did not end within 10000 ms"]);
});

test("a host that fails to end does not keep the app", async () => {
  const app = createApp();
  const errors: string[] = [];
  quitCleanly(app, { stop: () => Promise.reject(new Error("disk")), log: { error: (message) => void errors.push(message) } });
  willQuit(app);
  await expect.poll(() => app.exits).toEqual([0]);
  expect(errors).toEqual(["The host did not end cleanly: disk"]);
});

type Closing = { app: Quitting; close: () => boolean; hidden: () => number; asks: string[] };

function createClosing(options: {
  running: number;
  answers?: ("keep" | "end" | "cancel" | Error)[];
  platform?: NodeJS.Platform;
}): Closing {
  const app = createApp();
  let hidden = 0;
  const window = Object.assign(new EventEmitter(), { hide: () => void (hidden += 1) });
  const asks: string[] = [];
  const answers = [...(options.answers ?? [])];
  handleClosing({
    app,
    window,
    running: () => options.running,
    ask: async () => {
      asks.push("asked");
      const answer = answers.shift() ?? "cancel";
      if (answer instanceof Error) throw answer;
      return answer;
    },
    platform: options.platform ?? "linux",
    log: { error: (message) => void asks.push(message) },
  });
  const close = (): boolean => {
    let prevented = false;
    window.emit("close", { preventDefault: () => void (prevented = true) });
    return !prevented;
  };
  return { app, close, hidden: () => hidden, asks };
}

test("with nothing that would end, closing closes; on macOS the app stays without its window", () => {
  const linux = createClosing({ running: 0 });
  expect(linux.close()).toBe(true);
  expect(linux.asks).toEqual([]);
  const mac = createClosing({ running: 0, platform: "darwin" });
  expect(mac.close()).toBe(false);
  expect([mac.hidden(), mac.asks]).toEqual([1, []]);
});

test("kept running, the window hides; ended, the app quits and the window goes without another question; cancelled, all stays", async () => {
  const keep = createClosing({ running: 2, answers: ["keep"] });
  expect(keep.close()).toBe(false);
  await expect.poll(keep.hidden).toBe(1);
  const end = createClosing({ running: 2, answers: ["end"] });
  expect(end.close()).toBe(false);
  await expect.poll(() => end.app.quits).toBe(1);
  expect(end.close()).toBe(true);
  const cancel = createClosing({ running: 2, answers: ["cancel"] });
  cancel.close();
  await expect.poll(() => cancel.asks).toEqual(["asked"]);
  expect([cancel.hidden(), cancel.app.quits]).toEqual([0, 0]);
});

test("clicking again while the question is open does not ask twice; afterwards it does", async () => {
  const closing = createClosing({ running: 1 });
  closing.close();
  closing.close();
  expect(closing.asks).toEqual(["asked"]);
  await expect
    .poll(() => {
      closing.close();
      return closing.asks.length;
    })
    .toBe(2);
});

test("a question that cannot be asked ends nothing", async () => {
  const closing = createClosing({ running: 1, answers: [new Error("no display")] });
  expect(closing.close()).toBe(false);
  await expect.poll(() => closing.asks).toContain("The question at closing could not be asked: no display");
  expect([closing.hidden(), closing.app.quits]).toEqual([0, 0]);
});

test("quitting asks nothing", () => {
  const closing = createClosing({ running: 3 });
  closing.app.quit();
  expect(closing.close()).toBe(true);
  expect(closing.asks).toEqual([]);
});

test.each([
  [0, true, { action: "keep", remember: true }],
  [1, false, { action: "end", remember: false }],
  [1, true, { action: "end", remember: true }],
  [2, true, { action: "cancel", remember: false }],
] as const)("button %d, remembered: %s", async (response, checkboxChecked, expected) => {
  const ask = vi.fn(() => Promise.resolve({ response, checkboxChecked }));
  expect(await askBeforeClosing({ onClose: "ask", running: ["gdb", "make"], ask })).toEqual(expected);
  expect(ask).toHaveBeenCalledWith(expect.objectContaining({ message: "2 programs are still running", cancelId: 2 }));
});

test("a remembered choice is not asked for again", async () => {
  const ask = vi.fn();
  expect(await askBeforeClosing({ onClose: "keep", running: ["gdb"], ask })).toEqual({ action: "keep", remember: false });
  expect(await askBeforeClosing({ onClose: "end", running: ["gdb"], ask })).toEqual({ action: "end", remember: false });
  expect(ask).not.toHaveBeenCalled();
});

test("many programs are told by number", async () => {
  const running = Array.from({ length: 30 }, (_, index) => `p${index}`);
  const ask = vi.fn((_question: { detail?: string }) => Promise.resolve({ response: 2, checkboxChecked: false }));
  await askBeforeClosing({ onClose: "ask", running, ask });
  expect(ask.mock.calls[0]?.[0].detail).toMatch(/^p0, p1, p2, p3, p4, p5, p6, p7 and 22 more\n/);
});
