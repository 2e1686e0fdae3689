/** Writes input to a session's terminal. */
import type { ClientInfo } from "../../../shared/protocol.ts";
import { isReadingTerminalItself } from "../../prompt/prompt-detector.ts";
import type { InputChunk } from "../../sessions/session.ts";
import type { CalledSession } from "./called-session.ts";
import type { ReadyPart } from "./clicks.ts";
import { inputChunks } from "./input-chunks.ts";

/**
 * Types as `client`, which has been checked. The input is in the terminal's queue
 * when this returns. Resolves when the terminal has taken everything. Rejects as
 * Session.write does.
 */
export function writeInput(session: CalledSession, client: ClientInfo, input: readonly ReadyPart[]): Promise<void> {
  const chunks = inputChunks(input, session.screen.state);
  return session.write(
    client,
    chunks.map((chunk) => withSilence(session, chunk)),
  );
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
