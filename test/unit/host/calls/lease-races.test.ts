/** What people do between two moments of an agent's call: while the host asks the screen, or while the call is given up. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
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
/** After how long a keyboard is offered back. */
let idleMs: number | undefined;
let settingsRead = 0;
/** Answers whether the program reads hidden input. */
let isHidden: () => boolean | Promise<boolean>;

beforeEach(() => {
  typed = "";
  room = Number.POSITIVE_INFINITY;
  output = new Emitter();
  whileAimed = () => {};
  idleMs = 60_000;
  isHidden = () => false;
  halt = new Halt();
  hosted = scriptedSession(AGENT, {
    ...{ halt, output, nonce: "cafe", isHidden: () => isHidden() },
    leaseSettings: () => (settingsRead++, { typingTakesOver: true, idleMs }),
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
/** What the terminal gets for that. */
const CLICK = "\x1b[<0;1;1M\x1b[<0;1;1my\r";
/** What a shell with integration prints. */
const PROMPT = "\x1b]133;A;cotty=cafe\x07$ \x1b]133;B;cotty=cafe\x07";
const print = (text: string): void => {
  output.fire(Buffer.from(text));
  hosted.session.flush();
};
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

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

it("the program asks for a password while a click is aimed: nothing of the agent's input is typed", async () => {
  let asks = false;
  isHidden = () => asks;
  whileAimed = () => void (asks = true);
  await expect(hosted.calls.take(AGENT, click, options())).rejects.toMatchObject({ code: "input-hidden" });
  expect(typed).toBe("");
});

it.each([
  ["a click is aimed", (stop: () => void) => (whileAimed = stop)],
  ["the terminal is asked whether it hides input", (stop: () => void) => (isHidden = () => (stop(), false))],
])("a call is cancelled while %s: nothing of it is typed", async (_, when) => {
  const cancel = new AbortController();
  when(() => cancel.abort());
  const refusal = { message: expect.stringContaining("cancelled. Nothing was typed") as string };
  await expect(hosted.calls.take(AGENT, click, options(cancel.signal))).rejects.toMatchObject(refusal);
  expect(typed).toBe("");
});

it("a call is cancelled while the terminal is asked whether it hides input: nothing of it is parked", async () => {
  const cancel = new AbortController();
  isHidden = async () => {
    cancel.abort();
    await hosted.lease.acquire(PERSON);
    return false;
  };
  const parking = hosted.calls.take(AGENT, [{ input: [{ text: "a" }] }], { ...options(cancel.signal), ifHeld: "park" });
  await expect(parking).rejects.toMatchObject({ message: expect.stringContaining("cancelled") as string });
  expect(hosted.lease.info.parked).toBeUndefined();
});

it("what an agent wants parked is parked, though the program hides input by then and a person has the keyboard", async () => {
  isHidden = async () => {
    await hosted.lease.acquire(PERSON);
    return true;
  };
  const parking = hosted.calls.take(AGENT, [{ input: [{ text: "a" }] }], { ...options(), ifHeld: "park" });
  expect((await parking).wait?.ended).toBe("parked");
});

it.each([
  ["a key", () => hosted.calls.take(PERSON, [{ input: [{ text: "k" }] }], { ...options(), reader: "p" })],
  ["another click", () => hosted.calls.take(PERSON, [{ input: [{ click: { row: 2, col: 2 } }] }], { ...options(), reader: "p" })],
])("%s of a person does not pass the person's click that is aimed yet", async (_, next) => {
  let aimed = (): void => {};
  whileAimed = () => new Promise<void>((resolve) => (aimed = resolve));
  const first = hosted.calls.take(PERSON, [{ input: [{ click: { row: 1, col: 1 } }] }], { ...options(), reader: "p" });
  const second = next();
  expect(typed).toBe("");
  whileAimed = () => {};
  aimed();
  await Promise.all([first, second]);
  expect(typed).toMatch(/^\x1b\[<0;1;1M\x1b\[<0;1;1m(k|\x1b\[<0;2;2M\x1b\[<0;2;2m)$/);
});

it("a key of a person does not pass the person's line that comes before it", async () => {
  const submitted = hosted.calls.take(PERSON, [{ input: [{ text: "a" }], wait: { quietMs: 0 } }], { ...options(), reader: "p" });
  const key = hosted.calls.take(PERSON, [{ input: [{ text: "b" }] }], { ...options(), reader: "p" });
  await Promise.all([submitted, key]);
  expect(typed).toBe("ab");
});

it.each(["agent", "shared"] as const)("a person takes over while the mode %s is set: the keyboard stays theirs", async (mode) => {
  const other: ClientInfo = { id: "q", name: "Bob", kind: "window" };
  await hosted.lease.acquire(other);
  await hosted.calls.take(AGENT, [{ input: [{ text: "parked" }] }], { ...options(), ifHeld: "park" });
  isHidden = async () => {
    await hosted.lease.acquire(PERSON);
    return false;
  };
  await expect(hosted.lease.setMode(mode, other)).rejects.toMatchObject({
    code: "lease-held",
    message: expect.stringContaining("Ann") as string,
  });
  expect(hosted.lease.info.driver).toMatchObject({ client: PERSON, held: true });
  expect(typed).toBe("");
});

it("a person types on while their hand-back waits for the terminal: they keep the keyboard", async () => {
  await hosted.lease.acquire(PERSON);
  await hosted.calls.take(AGENT, [{ input: [{ text: "parked" }] }], { ...options(), ifHeld: "park" });
  isHidden = async () => {
    isHidden = () => false;
    await hosted.calls.take(PERSON, [{ input: [{ text: "half" }] }], { ...options(), reader: "p" });
    return false;
  };
  await hosted.lease.release(PERSON);
  expect(typed).toBe("half");
  expect(hosted.lease.info.driver).toMatchObject({ client: PERSON, held: true });
});

it("who waits for a forgotten keyboard gets it, though the timer of its offer fires a moment early", async () => {
  vi.useFakeTimers();
  await hosted.calls.take(PERSON, [{ input: [{ text: "\r" }] }], { ...options(), reader: "p" });
  const waiting = hosted.calls.take(AGENT, [{ input: [{ text: "a" }] }], { ...options(), ifHeld: "wait", timeoutMs: 300_000 });
  await vi.advanceTimersByTimeAsync(59_000);
  // The wall clock was set back by a second: the timer fires that much too early.
  vi.setSystemTime(Date.now() - 1000);
  await vi.advanceTimersByTimeAsync(1000);
  expect(typed).toBe("\r");
  await vi.advanceTimersByTimeAsync(1000);
  await waiting;
  expect(typed).toBe("\ra");
});

it("a click that is given up while the screen is asked lets go of its client's turn", async () => {
  whileAimed = () => new Promise<void>(() => {});
  const cancel = new AbortController();
  const click = hosted.calls.take(AGENT, [{ input: [{ click: { row: 1, col: 1 } }] }], options(cancel.signal));
  const next = hosted.calls.take(AGENT, [{ input: [{ text: "a" }] }], options());
  await new Promise((resolve) => setImmediate(resolve));
  expect(typed).toBe("");
  cancel.abort();
  await expect(click).rejects.toThrow("The request was cancelled. Nothing was typed");
  await next;
  expect(typed).toBe("a");
});

it("what an agent types behind a click is checked when the click is on its way", async () => {
  let asks = false;
  let aim = (): void => {};
  isHidden = () => asks;
  whileAimed = () => new Promise<void>((resolve) => (aim = resolve));
  const first = hosted.calls.take(AGENT, click, options());
  first.catch(() => {});
  await turn();
  const second = hosted.calls.take(AGENT, [{ input: [{ text: "hunter2\r" }] }], options());
  second.catch(() => {});
  await turn();
  asks = true;
  aim();
  for (const call of [first, second]) await expect(call).rejects.toMatchObject({ code: "input-hidden" });
  expect(typed).toBe("");
});

describe("while a click is aimed", () => {
  let aim: () => void;

  beforeEach(() => {
    whileAimed = () => new Promise<void>((resolve) => (aim = resolve));
  });

  const key = (client: ClientInfo, text: string): Promise<unknown> =>
    hosted.calls.take(client, [{ input: [{ text }] }], { ...options(), reader: client.id });

  it("a call behind it that is cancelled is not typed", async () => {
    const first = hosted.calls.take(AGENT, click, options());
    await turn();
    const cancel = new AbortController();
    const second = hosted.calls.take(AGENT, [{ input: [{ text: "x" }] }], options(cancel.signal));
    cancel.abort();
    await expect(second).rejects.toMatchObject({ code: "bad-request" });
    aim();
    await first;
    expect(typed).toBe(CLICK);
  });

  it.each([
    ["cancelled", async (cancel: AbortController) => cancel.abort()],
    ["made in a session that its author closes to all", () => hosted.lease.setMode("read-only", PERSON)],
  ])("it is not typed when it is %s", async (_, happen) => {
    const cancel = new AbortController();
    const clicking = hosted.calls.take(PERSON, click, { ...options(cancel.signal), reader: "p" });
    clicking.catch(() => {});
    await turn();
    await happen(cancel);
    aim();
    await expect(clicking).rejects.toBeInstanceOf(HostError);
    expect(typed).toBe("");
  });

  it("the secret that a person sends does not wait for it", async () => {
    isHidden = () => true;
    void hosted.calls.take(PERSON, click, { ...options(), reader: "p" }).catch(() => {});
    await turn();
    await hosted.sendSecret(PERSON, "s3cret");
    expect(typed).toBe("s3cret\r");
  });

  it.each([
    ["the person who clicks", PERSON, PERSON],
    ["a person beside an agent that clicks", AGENT, PERSON],
    ["another agent", AGENT, { ...AGENT, id: "b" }],
  ])("Ctrl+C of %s does not wait for it", async (_, clicks, interrupts) => {
    await hosted.lease.setMode("shared", PERSON);
    void hosted.calls.take(clicks, click, { ...options(), reader: clicks.id }).catch(() => {});
    await turn();
    await key(interrupts, "\x03");
    expect(typed).toBe("\x03");
  });
});

it.each([PERSON, { ...PERSON, id: "q", name: "Bob" }])(
  "read-only set by $name stays, though an older change of the mode waits",
  async (by) => {
    await hosted.lease.acquire(PERSON);
    await hosted.calls.take(AGENT, [{ input: [{ text: "parked" }] }], { ...options(), ifHeld: "park" });
    isHidden = async () => {
      isHidden = () => false;
      await hosted.lease.setMode("read-only", by);
      return false;
    };
    await expect(hosted.lease.setMode("agent", PERSON)).rejects.toMatchObject({ code: "lease-held" });
    expect([hosted.lease.info.lease?.mode, typed]).toEqual(["read-only", ""]);
  },
);

it("a person types on while their change of the mode waits: nothing parked joins that", async () => {
  await hosted.lease.acquire(PERSON);
  await hosted.calls.take(AGENT, [{ input: [{ text: "parked" }] }], { ...options(), ifHeld: "park" });
  isHidden = async () => {
    isHidden = () => false;
    await hosted.calls.take(PERSON, [{ input: [{ text: "half" }] }], { ...options(), reader: "p" });
    return false;
  };
  await expect(hosted.lease.setMode("agent", PERSON)).rejects.toMatchObject({
    message: expect.stringContaining("The mode stays as it is. Try again") as string,
  });
  expect(typed).toBe("half");
});

describe("a keyboard that is offered back", () => {
  beforeEach(async () => {
    vi.useFakeTimers();
    await hosted.calls.take(PERSON, [{ input: [{ text: "\r" }] }], { ...options(), reader: "p" });
  });

  it("later than timers go: the host does not loop", async () => {
    idleMs = 30 * 86_400_000;
    await hosted.calls.take(PERSON, [{ input: [{ text: "\r" }] }], { ...options(), reader: "p" });
    settingsRead = 0;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(settingsRead).toBeLessThan(100);
  });

  it("not at all, by a setting that was changed meanwhile", async () => {
    const ended = vi.fn();
    const cancel = new AbortController();
    const waiting = hosted.calls.take(AGENT, [{ wait: { lease: true, timeoutMs: 600_000 } }], options(cancel.signal)).then(ended);
    await vi.advanceTimersByTimeAsync(1000);
    idleMs = undefined;
    await vi.advanceTimersByTimeAsync(120_000);
    expect(ended).not.toHaveBeenCalled();
    cancel.abort();
    await waiting;
  });

  it("later, by a setting that was changed meanwhile: who waits for it gets it then", async () => {
    const waiting = hosted.calls.take(AGENT, [{ input: [{ text: "a" }] }], { ...options(), ifHeld: "wait", timeoutMs: 600_000 });
    await vi.advanceTimersByTimeAsync(1000);
    idleMs = 120_000;
    await vi.advanceTimersByTimeAsync(118_000);
    expect(typed).toBe("\r");
    await vi.advanceTimersByTimeAsync(2000);
    await waiting;
    expect(typed).toBe("\ra");
  });
});

it("a command comes behind the input that its client has sent before", async () => {
  print(PROMPT);
  const first = hosted.calls.take(AGENT, [{ input: [{ text: "\x15" }] }], options());
  const cancel = new AbortController();
  const run = hosted.calls.run(AGENT, { command: "ls", ...options(cancel.signal), allow: () => {} });
  const last = hosted.calls.take(AGENT, [{ input: [{ text: "later" }] }], options());
  await Promise.all([first, last]);
  expect(typed).toBe("\x15ls\rlater");
  cancel.abort();
  await run;
});

it("a command waits for the line before it, and is answered with its own output and exit code", async () => {
  print(PROMPT);
  const line = hosted.calls.take(AGENT, [{ input: [{ text: "false" }, { key: "Enter" }] }], options());
  const run = hosted.calls.run(AGENT, { command: "ls", ...options(), allow: () => {} });
  await line;
  await turn();
  expect(typed).toBe("false\r");
  print(`false\r\n\x1b]133;C;cotty=cafe\x07\x1b]133;D;1;cotty=cafe\x07${PROMPT}`);
  await vi.waitFor(() => expect(typed).toBe("false\rls\r"));
  print(`ls\r\n\x1b]133;C;cotty=cafe\x07\x1b]133;D;0;cotty=cafe\x07${PROMPT}`);
  expect(await run).toMatchObject({ exitCode: 0 });
});

it.each([
  ["at the prompt", "", [AGENT, AGENT]],
  ["at the prompt, of two clients", "", [AGENT, { ...AGENT, id: "b" }]],
  ["that wait for the same prompt", "\x1b]133;C;cotty=cafe\x07", [AGENT, AGENT]],
] as const)("two commands %s follow each other", async (_, running, clients) => {
  print(`${PROMPT}${running}`);
  const [one, two] = clients.map((client, index) =>
    hosted.calls.run(client, { command: ["false", "ls"][index] ?? "", ...options(), allow: () => {} }),
  );
  await turn();
  if (running !== "") print(`\x1b]133;D;7;cotty=cafe\x07${PROMPT}`);
  await vi.waitFor(() => expect(typed).toBe("false\r"));
  print(`false\r\n\x1b]133;C;cotty=cafe\x07\x1b]133;D;1;cotty=cafe\x07${PROMPT}`);
  await vi.waitFor(() => expect(typed).toBe("false\rls\r"));
  print(`ls\r\n\x1b]133;C;cotty=cafe\x07\x1b]133;D;0;cotty=cafe\x07${PROMPT}`);
  expect(await Promise.all([one, two])).toMatchObject([{ exitCode: 1 }, { exitCode: 0 }]);
});

it("a command is not typed into hidden input", async () => {
  print(PROMPT);
  isHidden = () => true;
  const run = hosted.calls.run(AGENT, { command: "ls", ...options(), allow: () => {} });
  await expect(run).rejects.toMatchObject({ code: "input-hidden" });
  expect(typed).toBe("");
});

it("a command that waits for the shell lets its client's next input pass", async () => {
  const cancel = new AbortController();
  const run = hosted.calls.run(AGENT, { command: "ls", ...options(cancel.signal), allow: () => {} });
  await hosted.calls.take(AGENT, [{ input: [{ text: "\x03" }] }], options());
  expect(typed).toBe("\x03");
  cancel.abort();
  await expect(run).rejects.toMatchObject({ code: "bad-request" });
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
  await hosted.calls.take(PERSON, [{ input: [{ text: "\r" }] }], { ...options(), reader: "p" });
  await vi.advanceTimersByTimeAsync(1);
  print(PROMPT);
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
  await vi.waitFor(() => expect(typed).toBe("ab\rc"));
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
