/** Writes input to a session's terminal. */
import type { ClientInfo, InputPart } from "../../../shared/protocol.ts";
import { isReadingTerminalItself } from "../../prompt/prompt-detector.ts";
import type { InputChunk } from "../../sessions/session.ts";
import type { CalledSession } from "./called-session.ts";
import { hasNoClicks, type ReadyPart, withClicksAimed } from "./clicks.ts";
import { inputChunks } from "./input-chunks.ts";

export type Typing = {
  readonly client: ClientInfo;
  readonly input: readonly InputPart[];
  /** Rejects if the client may not type this any more. It is asked before input with clicks; other input is queued at once. */
  readonly recheck?: () => Promise<void>;
};

/**
 * Types as `client`, which has been checked. The input is in the terminal's queue
 * when this returns. Resolves when the terminal has taken everything. Rejects with
 * `bad-request` for a click that hits nothing, with what `recheck` rejects with, and
 * as Session.write does.
 */
export function writeInput(session: CalledSession, { client, input, recheck }: Typing): Promise<void> {
  const chunksOf = (ready: readonly ReadyPart[]): InputChunk[] =>
    inputChunks(ready, session.screen.state).map((chunk) => withSilence(session, chunk));
  if (hasNoClicks(input)) return session.write(client, chunksOf(input));
  return session.write(client, async () => {
    // What is typed before it may change the screen, so a click is aimed when its turn has come.
    const ready = await withClicksAimed(session, input);
    await recheck?.();
    return chunksOf(ready);
  });
}

/**
 * A text has not shown by the time its Enter is written. If the program reads the
 * terminal itself, it had its chance to show the text: the terminal's echo is off.
 * The echo of a program far away may take any time.
 */
function withSilence(session: CalledSession, chunk: InputChunk): InputChunk {
  const { echoOf } = chunk;
  if (echoOf === undefined) return chunk;
  const onSilence = (isSilent: () => boolean): void => {
    if (!isReadingTerminalItself(session.pid)) return;
    // What it printed before it began to read may be on its way.
    if (session.drain() && isSilent()) session.screen.silence(echoOf);
  };
  return { ...chunk, onSilence };
}
