/** Calls that wait for their turn when the program ends, or when its session is removed without an end. */
import { afterEach, beforeEach, expect, it } from "vitest";
import type { HostedSession } from "../../../../electron/host/hosted-session.ts";
import { Emitter } from "../../../../shared/emitter.ts";
import type { ClientInfo, ExitStatus } from "../../../../shared/protocol.ts";
import { scriptedSession } from "../../../support/scripted-session.ts";

const PERSON: ClientInfo = { id: "p", name: "Ann", kind: "window" };
const AGENT: ClientInfo = { id: "a", name: "Claude Code", kind: "mcp" };
const SCRIPT: ClientInfo = { id: "s", name: "deploy", kind: "script" };
/** A call that asks more often whether it may type goes round without end. */
const MOST_QUESTIONS = 1000;

let exits: Emitter<ExitStatus>;
let hosted: HostedSession;
let typed: string;

beforeEach(() => {
  exits = new Emitter();
  typed = "";
  let questions = 0;
  const take = (bytes: Uint8Array): number => {
    typed += Buffer.from(bytes).toString();
    return bytes.length;
  };
  hosted = scriptedSession(AGENT, {
    ...{ exits, take },
    leaseSettings: () => {
      if (++questions > MOST_QUESTIONS) throw new Error("The call asks without end whether it may type");
      return { typingTakesOver: true, idleMs: 60_000 };
    },
  });
});
afterEach(() => hosted[Symbol.dispose]());

/** What a call that waits for the person's lease is refused with. */
async function waiting(client: ClientInfo): Promise<{ code?: string; message: string }> {
  await hosted.calls.take(PERSON, [{ input: [{ text: "by hand" }] }], { reader: "p", signal: new AbortController().signal });
  const options = { reader: client.id, signal: new AbortController().signal, ifHeld: "wait", timeoutMs: 30_000 } as const;
  return await hosted.calls.take(client, [{ input: [{ text: "mine\r" }] }], options).then(
    () => expect.fail("It was typed"),
    (error: unknown) => error as { code?: string; message: string },
  );
}

it.each([AGENT, SCRIPT])("the program ends while $name waits with `ifHeld: wait`: its call ends", async (client) => {
  const refusal = waiting(client);
  await Promise.resolve();
  exits.fire({ code: 3 });
  expect(await refusal).toMatchObject({ code: "session-ended" });
  expect(typed).toBe("by hand");
});

it.each([AGENT, SCRIPT])(
  "the session is removed, and nobody has told of the program's end: the call of $name ends",
  async (client) => {
    const refusal = waiting(client);
    await Promise.resolve();
    hosted[Symbol.dispose]();
    expect(await refusal).toMatchObject({ code: "lease-held" });
    expect(typed).toBe("by hand");
  },
);
