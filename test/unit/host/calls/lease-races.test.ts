/** What people do between two moments of an agent's call: while the host asks the screen, or while the call is given up. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Halt } from "../../../../electron/host/access/halt.ts";
import { CallQueue } from "../../../../electron/host/calls/call-queue.ts";
import type { HostedSession } from "../../../../electron/host/hosted-session.ts";
import { Emitter } from "../../../../shared/emitter.ts";
import { HostError } from "../../../../shared/errors.ts";
import type { ClientInfo } from "../../../../shared/protocol.ts";
import { scriptedSession } from "../../../support/scripted-session.ts";

const PERSON: ClientInfo = { id: "p", name: "Ann", kind: "window" };
const AGENT: ClientInfo = { id: "a", name: "Claude Code", kind: "mcp" };
const MOUSE = { tracking: "vt200", encoding: "SGR", size: { cols: 80, rows: 24 }, labelCells: [] };

let hosted: HostedSession;
let halt: Halt;
let typed: string;
/** Bytes that the terminal takes before it is full. */
let room: number;
let output: Emitter<Buffer>;
/** Happens while the screen is asked where to click. */
let whileAimed: () => unknown;
/** Answers whether the program reads hidden input. */
let isHidden: () => boolean | Promise<boolean>;

beforeEach(() => {
  typed = "";
  room = Number.POSITIVE_INFINITY;
  output = new Emitter();
  whileAimed = () => {};
  isHidden = () => false;
  halt = new Halt();
  hosted = scriptedSession(AGENT, {
    ...{ halt, output, nonce: "cafe", isHidden: () => isHidden() },
    take: (bytes) => {
      const taken = bytes.subarray(0, room);
      room -= taken.length;
      typed += Buffer.from(taken).toString();
      return taken.length;
    },
    ask: (name) => (name === "mouseState" ? Promise.resolve(whileAimed()).then(() => MOUSE) : undefined),
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

it("the session is made read-only while the terminal is asked whether it hides input: no secret is typed", async () => {
  isHidden = async () => {
    await hosted.lease.setMode("read-only", PERSON);
    return true;
  };
  const refusal = { code: "lease-held", message: expect.stringContaining("The secret was not typed") as string };
  await expect(hosted.sendSecret(PERSON, "s3cret")).rejects.toMatchObject(refusal);
  expect(typed).toBe("");
});

it("a command is not run behind parked input, which the shell would run in its place", async () => {
  vi.useFakeTimers();
  output.fire(Buffer.from("\x1b]133;A;cotty=cafe\x07$ \x1b]133;B;cotty=cafe\x07"));
  hosted.session.flush();
  await hosted.calls.take(PERSON, [{ input: [{ text: "\r" }] }], { ...options(), reader: "p" });
  await hosted.calls.take(AGENT, [{ input: [{ text: "make\r" }] }], { ...options(), ifHeld: "park" });
  // The lease offers itself back.
  await vi.advanceTimersByTimeAsync(60_000);
  const run = hosted.calls.run(AGENT, { command: "ls", ...options(), allow: () => {} });
  await expect(run).rejects.toMatchObject({
    code: "lease-held",
    message: expect.stringContaining("is typed before anything new. Nothing was run") as string,
  });
  expect(typed).toBe("\r");
  // What is typed comes behind it, as the refusal says.
  void hosted.calls.take(AGENT, [{ input: [{ text: "ls" }] }], options());
  await vi.advanceTimersByTimeAsync(1000);
  expect(typed).toBe("\rmake\rls");
});

it("a hand-back notice of a call that was given up is told with the next call", async () => {
  await hosted.calls.take(AGENT, [{ input: [{ text: "a" }] }], options());
  await hosted.calls.take(PERSON, [{ input: [{ text: "b\r" }] }], { ...options(), reader: "p" });
  await hosted.lease.release(PERSON);
  const cancel = new AbortController();
  const givenUp = hosted.calls.take(AGENT, [{ input: [{ text: "c" }], wait: { exit: true } }], options(cancel.signal));
  cancel.abort();
  expect((await givenUp).wait).toMatchObject({ ended: "cancelled", handback: { by: "Ann" } });
  const next = async () => (await hosted.calls.take(AGENT, [{ wait: { quietMs: 0 } }], options())).wait?.handback;
  expect(await next()).toMatchObject({ by: "Ann" });
  expect(await next()).toBeUndefined();
});

it("of parked input that was cut off by a takeover, its author hears how much was typed", async () => {
  await hosted.lease.acquire(PERSON);
  await hosted.calls.take(AGENT, [{ input: [{ text: "abcdef" }] }], { ...options(), ifHeld: "park" });
  room = 3;
  await hosted.lease.release(PERSON);
  await hosted.lease.acquire(PERSON);
  room = Number.POSITIVE_INFINITY;
  await hosted.lease.release(PERSON);
  await new Promise((resolve) => setImmediate(resolve));
  const { wait } = await hosted.calls.take(AGENT, [{ wait: { quietMs: 0 } }], options());
  const why = expect.stringContaining("Only the first 3 of 6 bytes were typed") as string;
  expect(wait?.handback?.parked).toEqual([{ text: "abcdef", fate: "dropped", why }]);
  expect(typed).toBe("abc");
});

it("a turn that may take months is waited for without a pause of the host", async () => {
  vi.useFakeTimers();
  const over = vi.fn();
  const closedError = (message: string): HostError => new HostError("lease-held", message);
  const queue = new CallQueue({ isClosedTo: () => true, closedError });
  const limits = { timeoutMs: 200 * 86_400_000, signal: new AbortController().signal, check: () => {} };
  void queue.whenTurn(queue.join(AGENT, true), limits).then(over);
  await vi.advanceTimersByTimeAsync(86_400_000);
  expect(over).not.toHaveBeenCalled();
});

it.each([
  ["a halt", "agents-halted", () => (halt.set(PERSON, true), hosted.handleHalt())],
  ["a freeze", "session-frozen", () => void hosted.freeze(PERSON).catch(() => {})],
])("%s ends what an agent asks a person for, and no other secret is asked for", async (_, code, stop) => {
  isHidden = () => true;
  const asking = { by: AGENT, purpose: "the password", timeoutMs: 30_000, signal: new AbortController().signal };
  const asked = hosted.secrets.ask(asking);
  asked.catch(() => {});
  await vi.waitFor(() => expect(hosted.info().hiddenInput?.asked).toBeDefined());
  stop();
  await expect(asked).rejects.toMatchObject({ code });
  expect(hosted.info().hiddenInput?.asked).toBeUndefined();
  await expect(hosted.secrets.ask(asking)).rejects.toMatchObject({ code });
});
