/** Agents that wait for the same session: they type in the order in which they came, however long the terminal takes to say whether it hides input. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { CallOutcome } from "../../../../electron/host/calls/call.ts";
import type { HostedSession } from "../../../../electron/host/hosted-session.ts";
import type { ClientInfo } from "../../../../shared/protocol.ts";
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

/** A call that waits for its turn, and types the client's id. */
function wait(client: ClientInfo, timeoutMs: number): Promise<CallOutcome> {
  const options = { reader: client.id, signal: new AbortController().signal, ifHeld: "wait", timeoutMs } as const;
  const call = hosted.calls.take(client, [{ input: [{ text: client.id }] }], options);
  call.catch(() => {});
  return call;
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
      "Another client came first, and is about to type into the session. Nothing was typed in 2 s of waiting. You can still read. Try again",
  });
  await answerAll();
  await Promise.all([first, third]);
  expect(typed).toBe("ac");
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
