/** An agent in its own window: the prompt is typed when it is ready, and it is told to go on when it stops early. */
import { HostError } from "../../../shared/errors.ts";
import type { AgentTrace } from "../agents/agent-adapter.ts";
import { type DrivenAgent, type Driving, stopReason } from "./driving.ts";
import { claimIn } from "./prompt.ts";

/** How often the run looks at the window. A program that listens to events counts as asking after up to two seconds of quiet. */
const LOOK_MS = 5000;
/** How long a window that asks must be quiet before the agent's turn counts as over. */
const SETTLED_MS = 3000;
/** How long a window may ask and be quiet without what else is awaited. Then that will not come: the agent shows or logs something else. */
const LOST_MS = 30_000;
/** It has no marker in it: an agent that repeats what it is told claims nothing by that. */
const NUDGE = "Please go on, and follow the instructions to the end.";

type Turn = Pick<DrivenAgent, "ended" | "exitCode">;

/** Types the instruction into the agent's window when it is ready, and stays until the agent has claimed something. */
export async function driveWindow(driving: Driving): Promise<DrivenAgent> {
  const { run, markers, maxNudges } = driving;
  let turn = await untilSettled(driving, (settledSinceMs) => isReady(driving, settledSinceMs));
  const promptedMs: number[] = [];
  for (let text = `Read the file ${run.promptFile} and follow the instructions in it.`; turn.ended === "turn"; text = NUDGE) {
    const { turnsOver } = await traceOf(driving);
    promptedMs.push(Date.now());
    await type(driving, text);
    turn = await untilSettled(driving, (settledSinceMs) => isTurnOver(driving, turnsOver, settledSinceMs));
    await driving.adapter.collect?.(run);
    const trace = await traceOf(driving);
    // A model that cannot be asked answers no nudge either.
    const isOver = claimIn(trace.lastMessage, markers) !== undefined || trace.modelError !== undefined;
    if (turn.ended !== "turn" || isOver || promptedMs.length > maxNudges) break;
  }
  return { ...turn, promptedMs };
}

const traceOf = async ({ adapter, run, output }: Driving): Promise<AgentTrace> => adapter.read(run, await output.all());

/** A person who holds the keyboard keeps it: the run is contaminated then, and waits. */
async function type({ client, session }: Driving, text: string): Promise<void> {
  try {
    const wait = { input: true, timeoutMs: SETTLED_MS } as const;
    const written = await client.request("session/write", { id: session, input: [{ submit: text }], wait });
    if (written.wait?.unsent === true) await client.request("session/write", { id: session, input: [{ key: "Enter" }] });
  } catch (error) {
    if (!(error instanceof HostError) || (error.code !== "lease-held" && error.code !== "session-ended")) throw error;
  }
}

/**
 * Waits until the window asks for input and is quiet, and `isOver` says that the agent is,
 * too: an input field shows while an agent works. It gets the time since when the window
 * has asked and been quiet.
 */
async function untilSettled(driving: Driving, isOver: (settledSinceMs: number) => Promise<boolean>): Promise<Turn> {
  const { client, session, untilMs } = driving;
  let settledSinceMs: number | undefined;
  for (;;) {
    const timeoutMs = Math.max(1, Math.min(LOOK_MS, untilMs - Date.now()));
    const asks = await client.request("session/wait", { id: session, until: { input: true, timeoutMs } });
    if (asks.ended === "exit") return { ended: "exit", exitCode: asks.exit?.code };
    const isSettled = (asks.ended === "input" || asks.ended === "prompt") && (await isQuiet(driving));
    settledSinceMs = isSettled ? (settledSinceMs ?? Date.now()) : undefined;
    if (settledSinceMs !== undefined && (await isOver(settledSinceMs))) return { ended: "turn", exitCode: undefined };
    const reason = await stopReason(driving);
    if (reason !== undefined) return { ended: reason, exitCode: undefined };
  }
}

async function isQuiet({ client, session }: Driving): Promise<boolean> {
  const until = { quietMs: SETTLED_MS, timeoutMs: SETTLED_MS + 500 };
  return (await client.request("session/wait", { id: session, until })).ended === "quiet";
}

/** While it starts, a window may be quiet for long, and what is typed then is lost. */
async function isReady({ adapter: { ready }, client, session }: Driving, settledSinceMs: number): Promise<boolean> {
  if (ready === undefined) return true;
  const { text } = await client.request("session/screen", { id: session });
  return ready.test(text) || isLost(settledSinceMs);
}

/** The agent's log decides, if it keeps one: more turns must be over than `before`. */
async function isTurnOver(driving: Driving, before: number | undefined, settledSinceMs: number): Promise<boolean> {
  if (before === undefined) return true;
  const { turnsOver = 0 } = await traceOf(driving);
  return turnsOver > before || isLost(settledSinceMs);
}

const isLost = (settledSinceMs: number): boolean => Date.now() - settledSinceMs >= LOST_MS;
