/**
 * Runs one command in a live shell, and answers with exactly its output and its
 * exit code. The shell marks where a command begins and ends
 * (electron/shell-integration), so nothing is guessed from the screen.
 */
import { HostError } from "../../../shared/errors.ts";
import { DEFAULT_WAIT_MS, type Params, type RunOutcome } from "../../../shared/protocol.ts";
import type { CommandMarks } from "../../shell-integration/marked-shells.ts";
import { outcomeOf, type Ran } from "./command-output.ts";
import { CommandReading } from "./command-reading.ts";
import { CommandRun } from "./command-run.ts";
import type { RunTarget } from "./run-target.ts";
import { promptText, shownAtPrompt } from "./shown-at-prompt.ts";
import { writeInput } from "./write-input.ts";

/** What shells exit with at a command that they do not understand. */
const NOT_UNDERSTOOD = 127;
/** Zsh does so where the command before has not failed. */
const ZSH_NOT_UNDERSTOOD = 1;

export type RunOptions = Omit<Params<"session/run">, "id" | "ifHeld"> & {
  readonly signal: AbortSignal;
  /** Is called when the command is typed. */
  readonly allow: () => void;
};

/** Throws `bad-request` for a session without marks, and for what no shell takes as one command. */
export function checkCommand(command: string, marks: CommandMarks | undefined): void {
  if (!marks) throw new HostError("bad-request", NO_MARKS);
  if (/[\x00-\x1f\x7f]/.test(command)) throw new HostError("bad-request", command.includes("\t") ? NO_TABS : ONE_LINE);
}

/**
 * The command has passed `checkCommand`. Rejects with `bad-request` for a session without marks, for a command that is not whole, and for a shell that runs something else until the time
 * is up; and with `lease-held`, `session-ended` and `input-blocked`, as other input does.
 */
export async function runInShell(target: RunTarget, options: RunOptions): Promise<RunOutcome> {
  const { session, marks } = target;
  const { command, timeoutMs = DEFAULT_WAIT_MS } = options;
  if (!marks) throw new HostError("bad-request", NO_MARKS);
  session.checkRunning();
  target.checkOpen();
  using run = new CommandRun(target, marks, { endsAt: performance.now() + timeoutMs, signal: options.signal });
  await run.untilTurn();
  await run.untilAtPrompt();
  const line = `${command}\r`;
  target.check([{ text: line }]);
  target.acquire(line);
  // What has come up to now is no output of the command.
  session.drain();
  const before = shownAtPrompt(session, marks);
  const reading = new CommandReading(session, target.reader);
  const type = async (): Promise<void> => {
    reading.begin(command, promptText(session, marks));
    const written = writeInput(session, target.client, [{ text: line }]);
    target.endTurn();
    options.allow();
    await written;
  };
  const perform = async (): Promise<{ ran: Ran; isCleared: boolean }> => {
    const ran = await run.followed(await run.perform(type));
    return { ran, isCleared: !ran.hasRun && ran.ended === "finished" && (await run.clear(command, before)) };
  };
  const { ran, isCleared } = await perform().catch(async (error: unknown) => {
    await reading.giveUp();
    throw error;
  });
  // Nobody reads the answer to a request that was given up.
  if (options.signal.aborted) {
    await reading.giveUp();
    return await outcomeOf(session, ran, options);
  }
  const { reach = ran.to, unbegun, isAlternate, earlier } = await reading.end(ran, isCleared);
  const to = ran.ended === "finished" || !ran.hasRun ? ran.to : Math.max(ran.to, reach);
  const outcome = await outcomeOf(session, { ...ran, to }, { ...options, unbegun, isAlternate });
  const exitCode = statusOf(command, outcome, { hasRun: ran.hasRun, isCleared });
  return { ...outcome, ...(exitCode !== undefined && { exitCode }), ...(earlier && { earlier }) };
}

/** Words of a shell that has run nothing. */
const SHELL_ERROR = /^-?(ba|z|fi)sh: /m;
/** Nothing runs for it. */
const NOTHING = /^\s*(?:#|$)/;

/**
 * How a command has ended. Some shells keep the status of the command before where they run nothing. Where no mark of a
 * beginning has come, nothing ran, or the user has replaced the hook that prints that mark.
 */
function statusOf(
  command: string,
  { text, exitCode }: RunOutcome,
  { hasRun, isCleared }: { hasRun: boolean; isCleared: boolean },
): number | undefined {
  if (exitCode === undefined) return undefined;
  if (text === "" && NOTHING.test(command)) return 0;
  if (hasRun) return exitCode;
  if (isCleared) return NOT_UNDERSTOOD;
  const shell = SHELL_ERROR.exec(text)?.[1];
  if (shell === "z") return ZSH_NOT_UNDERSTOOD;
  return shell !== undefined && exitCode === 0 ? NOT_UNDERSTOOD : exitCode;
}

const NO_MARKS =
  "This session has no shell integration, so nobody knows where a command ends. Start a session whose command is bash, zsh or fish alone; " +
  "or type the command with stdin and wait for a prompt. The setting shellIntegration must be on";
const NO_TABS = "A shell takes a tab for the key that completes words. Write it as $'\\t', or \"\\t\" in printf";
const ONE_LINE = "A command is one line of text. Join several with ; or &&, or write them into a file and run that";
