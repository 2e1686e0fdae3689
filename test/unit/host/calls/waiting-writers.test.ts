/** Calls to the same session: they type in the order in which they came, however long the terminal takes to say whether it hides input. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { CallOptions, CallOutcome } from "../../../../electron/host/calls/call.ts";
import type { HostedSession } from "../../../../electron/host/hosted-session.ts";
import type { ClientInfo, WaitCondition } from "../../../../shared/protocol.ts";
import { scriptedSession } from "../../../support/scripted-session.ts";

const PERSON: ClientInfo = { id: "p", name: "Ann", kind: "window" };
const FIRST: ClientInfo = { id: "a", name: "Claude Code", kind: "mcp" };
const SECOND: ClientInfo = { id: "b", name: "Codex", kind: "mcp" };
const THIRD: ClientInfo = { id: "c", name: "Gemini", kind: "mcp" };

let hosted: HostedSession;
let typed: string;
/** The questions to the terminal that it has not answered. */
let asked: ((isHidden: boolean) => void)[];

beforeEach(() => {
  vi.useFakeTimers();
  typed = "";
  asked = [];
  hosted = scriptedSession(FIRST, {
    take: (bytes) => {
      typed += Buffer.from(bytes).toString();
      return bytes.length;
    },
    isHidden: () => new Promise((resolve) => asked.push(resolve)),
  });
});
afterEach(() => {
  hosted[Symbol.dispose]();
  vi.useRealTimers();
});

/** A call that types. */
function type(client: ClientInfo, text: string, options: Partial<CallOptions> = {}, wait?: WaitCondition): Promise<CallOutcome> {
  const step = { input: [{ text }], ...(wait && { wait }) };
  const { signal } = new AbortController();
  const call = hosted.calls.take(client, [step], { reader: client.id, signal, ...options });
  call.catch(() => {});
  return call;
}

/** A call that waits until the client may type, and types the client's id. */
function wait(client: ClientInfo, timeoutMs: number, text = client.id): Promise<CallOutcome> {
  return type(client, text, { ifHeld: "wait", timeoutMs });
}

/** The terminal answers each question that it has been asked, and those that follow. */
async function answerAll(isHidden = false): Promise<void> {
  for (let rounds = 0; rounds < 10; rounds++) {
    for (const answer of asked.splice(0)) answer(isHidden);
    await vi.advanceTimersByTimeAsync(0);
  }
}

it("who came first types first, though the terminal has not said yet whether it hides input", async () => {
  await hosted.lease.acquire(PERSON);
  const calls = [wait(FIRST, 30_000), wait(SECOND, 30_000), wait(THIRD, 30_000)];
  await hosted.lease.release(PERSON);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(typed).toBe("");
  await answerAll();
  await Promise.all(calls);
  expect(typed).toBe("abc");
});

it("a person who comes back while the terminal is asked is waited for again, and nobody loses the place", async () => {
  await hosted.lease.acquire(PERSON);
  const calls = [wait(FIRST, 30_000), wait(SECOND, 30_000)];
  await hosted.lease.release(PERSON);
  await vi.advanceTimersByTimeAsync(10);
  await hosted.lease.acquire(PERSON);
  await answerAll();
  expect(typed).toBe("");
  await hosted.lease.release(PERSON);
  await answerAll();
  await Promise.all(calls);
  expect(typed).toBe("ab");
});

it("whose time is over behind others is told that, and not that a person has the keyboard", async () => {
  await hosted.lease.acquire(PERSON);
  const first = wait(FIRST, 30_000);
  const second = wait(SECOND, 2_000);
  const third = wait(THIRD, 30_000);
  await hosted.lease.release(PERSON);
  await vi.advanceTimersByTimeAsync(2_000);
  await expect(second).rejects.toMatchObject({
    code: "lease-held",
    message:
      "Another call came first, and is about to type into the session. Nothing was typed in 2 s of waiting. You can still read. Try again",
  });
  await answerAll();
  await Promise.all([first, third]);
  expect(typed).toBe("ac");
});

it("of two calls of one client, none loses its place to the other when a person comes between", async () => {
  const calls = [wait(FIRST, 30_000, "1"), wait(FIRST, 30_000, "2")];
  await hosted.lease.acquire(PERSON);
  asked.shift()?.(false);
  await vi.advanceTimersByTimeAsync(0);
  await hosted.lease.release(PERSON);
  await answerAll();
  await Promise.all(calls);
  expect(typed).toBe("12");
});

it("a call is refused, and not held up, where a patient call before it has to wait for a person", async () => {
  const patient = wait(FIRST, 30_000, "1");
  const plain = type(FIRST, "2");
  await hosted.lease.acquire(PERSON);
  await answerAll();
  await expect(plain).rejects.toMatchObject({ code: "lease-held", message: expect.stringContaining("Ann") as string });
  await hosted.lease.release(PERSON);
  await answerAll();
  await patient;
  expect(typed).toBe("1");
});

it("what is parked is not typed over a person who takes the keyboard while another hands it back", async () => {
  const other: ClientInfo = { id: "q", name: "Bob", kind: "window" };
  await hosted.lease.acquire(PERSON);
  await type(FIRST, "parked", { ifHeld: "park" });
  const released = hosted.lease.release(PERSON);
  await hosted.lease.acquire(other);
  await type(other, "half");
  await answerAll();
  await released;
  expect(typed).toBe("half");
  expect(hosted.lease.info.driver).toMatchObject({ client: other, held: true });
});

it("who has no time types where nobody is before", async () => {
  const call = wait(FIRST, 0);
  await answerAll();
  await call;
  expect(typed).toBe("a");
});

it("what one client sends without waiting is typed in that order, and asked for in that order", async () => {
  const calls = [type(FIRST, "1"), wait(FIRST, 30_000, "2"), type(FIRST, "3", { ifHeld: "park" }), type(FIRST, "4")];
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toHaveLength(1);
  await answerAll();
  await Promise.all(calls);
  expect(typed).toBe("1234");
});

it("a call that waits for what it has brought about holds up no other", async () => {
  const first = type(FIRST, "1", {}, { quietMs: 5000 });
  const second = type(FIRST, "2");
  await answerAll();
  await second;
  expect(typed).toBe("12");
  await vi.advanceTimersByTimeAsync(5000);
  await answerAll();
  await first;
});

it("another client waits for nobody's question but its own", async () => {
  const first = type(FIRST, "1");
  const second = type(SECOND, "2");
  await vi.advanceTimersByTimeAsync(0);
  asked.pop()?.(false);
  await second;
  expect(typed).toBe("2");
  await answerAll();
  await first;
});

it("a call that is given up while another comes first is not typed", async () => {
  const first = type(FIRST, "1");
  const giveUp = new AbortController();
  const second = type(FIRST, "2", { signal: giveUp.signal });
  const third = type(FIRST, "3");
  giveUp.abort();
  await expect(second).rejects.toMatchObject({
    code: "bad-request",
    message: "The request was cancelled. Nothing was typed",
  });
  await answerAll();
  await Promise.all([first, third]);
  expect(typed).toBe("13");
});

it("what a client parks keeps its order, though a person comes while the first is asked for", async () => {
  const calls = [type(FIRST, "1", { ifHeld: "park" }), type(FIRST, "2", { ifHeld: "park" })];
  await hosted.lease.acquire(PERSON);
  const last = type(FIRST, "3", { ifHeld: "park" });
  await answerAll();
  await Promise.all([...calls, last]);
  expect(typed).toBe("");
  void hosted.lease.release(PERSON);
  await answerAll();
  expect(typed).toBe("123");
});

it("whose time is over while a person has the keyboard is told who that is", async () => {
  await hosted.lease.acquire(PERSON);
  const call = wait(FIRST, 2_000);
  await vi.advanceTimersByTimeAsync(2_000);
  await expect(call).rejects.toMatchObject({
    code: "lease-held",
    message: expect.stringMatching(
      /^Ann \(a person, window\) has the keyboard of the session, .*Nothing was typed in 2 s of waiting/,
    ) as string,
  });
});
