import { afterEach, describe, expect, it, vi } from "vitest";
import { AsciiBytes } from "../../../electron/sessions/ascii-bytes.ts";
import { childEnvironment } from "../../../electron/sessions/child-environment.ts";
import { OutputLog } from "../../../electron/sessions/output-log.ts";
import { Random } from "../../support/random.ts";
import { memoryInUse } from "../../support/memory.ts";

const MB = 1024 * 1024;
afterEach(() => void vi.useRealTimers());

describe("the output log", () => {
  it("reads from any offset that it holds, and says what it no longer holds", () => {
    const log = new OutputLog(100);
    let all = "";
    for (let i = 0; i < 500; i++) {
      const text = `<${i}>`.repeat(1 + (i % 5));
      expect(log.append(text)).toBe(all.length);
      all += text;
    }
    expect(log.end).toBe(all.length);
    expect(log.end - log.start).toBeGreaterThanOrEqual(100);
    expect(log.end - log.start).toBeLessThan(130);
    for (let since = log.start; since <= log.end; since++) expect(log.read(since, 17)).toBe(all.slice(since, since + 17));
    expect(log.read(log.start - 1, 10)).toBeUndefined();
    expect(log.read(0, 10)).toBeUndefined();
  });

  it("keeps what the screen has not parsed beside its limit, for as long as that is so", () => {
    const log = new OutputLog(100);
    for (let i = 0; i < 100; i++) log.append("ten of it ", i * 10);
    expect(log.start).toBe(0);
    log.append("ten of it ", 500);
    expect(log.end - log.start).toBe(600);
    log.append("ten of it ");
    expect(log.end - log.start).toBe(100);
  });

  it("reads what it has packed like what it has not, in any script", () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const log = new OutputLog(MB);
    const random = new Random(7);
    let all = "";
    while (all.length < 1.5 * MB) {
      const letters = random.pick(["ab\r\n", "\u2500\u2502", "\u{1f600}", "\u00e4", "\ud83d"]);
      const text = letters.repeat(random.int(1, random.pick([3, 3000, 100_000])));
      expect(log.append(text)).toBe(all.length);
      all += text;
      vi.advanceTimersByTime(100);
    }
    expect(log.end).toBe(all.length);
    expect(log.end - log.start).toBeGreaterThanOrEqual(MB);
    for (let round = 0; round < 300; round++) {
      const since = random.int(log.start, log.end);
      const limit = random.int(0, random.pick([10, 100_000]));
      expect(log.read(since, limit) === all.slice(since, since + limit)).toBe(true);
    }
    expect(log.read(log.start, Infinity) === all.slice(log.start)).toBe(true);
  });

  it("reads what it keeps as bytes like any other, whatever comes after what it has let go", () => {
    const log = new OutputLog(300_000);
    const random = new Random(3);
    let all = "";
    for (let round = 0; round < 200; round++) {
      const text = `${round} `.repeat(random.int(1, random.pick([10, 20_000])));
      expect(log.append(random.chance(0.7) ? new AsciiBytes(Buffer.from(text)) : text, random.int(0, 200_000))).toBe(all.length);
      all += text;
      expect(log.read(log.start, Number.POSITIVE_INFINITY) === all.slice(log.start)).toBe(true);
      const [since, limit] = [random.int(log.start, log.end), random.int(0, 50_000)];
      expect(log.read(since, limit) === all.slice(since, since + limit)).toBe(true);
    }
    expect(log.start).toBeGreaterThan(0);
  });

  it("stays small over many pieces", () => {
    const log = new OutputLog(10);
    for (let i = 0; i < 20_000; i++) log.append("x");
    expect(log.read(log.start, 100)?.length).toBe(log.end - log.start);
  });

  it("takes a byte for each character of old text in Latin script, whatever else was printed", () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const log = new OutputLog(Number.POSITIVE_INFINITY);
    const append = (): void => {
      // The euro sign alone makes two bytes of every character.
      log.append(Buffer.alloc(MB / 4, "words and \u20ac ").toString());
      vi.advanceTimersByTime(1000);
    };
    for (let i = 0; i < 200; i++) append();
    const before = memoryInUse();
    for (let i = 0; i < 200; i++) append();
    expect(memoryInUse() - before).toBeLessThan(70 * MB);
    expect(log.start).toBe(0);
  });

  it("lets go of what it no longer holds", () => {
    const log = new OutputLog(MB);
    const before = memoryInUse();
    for (let i = 0; i < 800; i++) log.append(Buffer.alloc(MB / 4, `${i} `).toString());
    // A quarter of what went through: the rest of the process varies by 15 MB.
    expect(memoryInUse() - before).toBeLessThan(50 * MB);
    expect(log.end - log.start).toBeLessThan(2 * MB);
  });

  it("lets go of it at once, however many small pieces follow", () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const log = new OutputLog(MB);
    const before = memoryInUse();
    for (let i = 0; i < 50_000; i++) {
      log.append("\u65e5\u672c".repeat(250));
      vi.advanceTimersByTime(10);
    }
    // Two bytes each.
    expect(log.end - log.start).toBeLessThan(1.5 * MB);
    // Other tests' memory counts, too. With the content of what was dropped it is 50 MB.
    expect(memoryInUse() - before).toBeLessThan(35 * MB);
  });
});

describe("A10: the child's environment", () => {
  const session = { id: "s", key: "k", version: "1" };

  it("drops what is the host's, the runtime's or another terminal's", () => {
    const env = childEnvironment(
      {
        NODE_OPTIONS: "x",
        NODE_CHANNEL_FD: "3",
        ELECTRON_RUN_AS_NODE: "1",
        COTTY_HOME: "/x",
        COTTY_TOKEN: "x",
        COTTY_SESSION_ID: "outer",
        TMUX: "1",
        TMUX_PANE: "%1",
        TMUX_TMPDIR: "/sockets",
        COLUMNS: "80",
        KEEP: "me",
        "A=B": "x",
        "": "x",
        NUL: "a\0b",
        NONE: undefined,
      },
      session,
    );
    expect(env).toEqual({
      TMUX_TMPDIR: "/sockets",
      KEEP: "me",
      COTTY_HOME: "/x",
      TERM: "xterm-256color",
      COLORTERM: "truecolor",
      TERM_PROGRAM: "cotty",
      TERM_PROGRAM_VERSION: "1",
      COTTY_SESSION_ID: "s",
      COTTY_SESSION_KEY: "k",
    });
  });
});
