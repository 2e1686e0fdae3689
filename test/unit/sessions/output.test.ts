import { describe, expect, it } from "vitest";
import { childEnvironment } from "../../../electron/sessions/child-environment.ts";
import { OutputLog } from "../../../electron/sessions/output-log.ts";
import { memoryInUse } from "../../support/memory.ts";

const MB = 1024 * 1024;

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

  it("stays small over many pieces", () => {
    const log = new OutputLog(10);
    for (let i = 0; i < 20_000; i++) log.append("x");
    expect(log.read(log.start, 100)?.length).toBe(log.end - log.start);
  });

  it("lets go of what it no longer holds", () => {
    const log = new OutputLog(MB);
    const before = memoryInUse();
    for (let i = 0; i < 800; i++) log.append(Buffer.alloc(MB / 4, `${i} `).toString());
    // A quarter of what went through: the rest of the process varies by 15 MB.
    expect(memoryInUse() - before).toBeLessThan(50 * MB);
    expect(log.end - log.start).toBeLessThan(2 * MB);
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
