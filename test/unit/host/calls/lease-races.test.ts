/** What people do between two moments of an agent's call: while the host asks the screen, or while the call is given up. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { LeaseQueue } from "../../../../electron/host/calls/lease-queue.ts";
import type { HostedSession } from "../../../../electron/host/hosted-session.ts";
import type { ClientInfo } from "../../../../shared/protocol.ts";
import { scriptedSession } from "../../../support/scripted-session.ts";

const PERSON: ClientInfo = { id: "p", name: "Ann", kind: "window" };
const AGENT: ClientInfo = { id: "a", name: "Claude Code", kind: "mcp" };
const MOUSE = { tracking: "vt200", encoding: "SGR", size: { cols: 80, rows: 24 }, labelCells: [] };

let hosted: HostedSession;
let typed: string;
/** Happens while the screen is asked where to click. */
let whileAimed: () => unknown;

beforeEach(() => {
  typed = "";
  whileAimed = () => {};
  hosted = scriptedSession(AGENT, {
    take: (bytes) => {
      typed += Buffer.from(bytes).toString();
      return bytes.length;
    },
    ask: async (name) => {
      if (name !== "mouseState") return { text: "", omittedLines: 0, offset: 0 };
      await whileAimed();
      return MOUSE;
    },
  });
});
afterEach(() => {
  hosted[Symbol.dispose]();
  vi.useRealTimers();
});

const options = (signal = new AbortController().signal) => ({ reader: "a", signal });
const click = [{ input: [{ click: { row: 1, col: 1 } }, { text: "y\r" }] }];

it("a click is typed where nothing came between", async () => {
  await hosted.calls.take(AGENT, click, options());
  expect(typed).toBe("\x1b[<0;1;1M\x1b[<0;1;1my\r");
});

it("a person takes over while a click is aimed: nothing of the agent's input is typed", async () => {
  whileAimed = () => hosted.lease.acquire(PERSON);
  await expect(hosted.calls.take(AGENT, click, options())).rejects.toMatchObject({ code: "lease-held" });
  expect(typed).toBe("");
});

it("the program is frozen while a click is aimed: nothing of the agent's input is typed", async () => {
  whileAimed = () => void hosted.freeze(PERSON).catch(() => {});
  await expect(hosted.calls.take(AGENT, click, options())).rejects.toMatchObject({ code: "session-frozen" });
  expect(typed).toBe("");
});

it("a turn that may take months is waited for without a pause of the host", async () => {
  vi.useFakeTimers();
  const over = vi.fn();
  void new LeaseQueue().wait(200 * 86_400_000, new AbortController().signal).then(over);
  await vi.advanceTimersByTimeAsync(86_400_000);
  expect(over).not.toHaveBeenCalled();
});
