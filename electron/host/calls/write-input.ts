/** Writes input to a session's terminal. */
import type { ClientInfo, InputPart } from "../../../shared/protocol.ts";
import { isReadingTerminalItself } from "../../prompt/prompt-detector.ts";
import type { InputChunk } from "../../sessions/session.ts";
import type { CalledSession } from "./called-session.ts";
import { hasNoClicks, withClicksAimed } from "./clicks.ts";
import { inputChunks } from "./input-chunks.ts";

export type Typing = {
  readonly client: ClientInfo;
  readonly input: readonly InputPart[];
  /** Throws if the client may not type any more. Not called where nothing could have changed since the caller's own check. */
  readonly recheck: () => void;
  /** The input is in the terminal's queue now. */
  readonly onQueued?: () => void;
};

/**
 * Types as `client`, which has been checked. Resolves when the terminal has
 * taken everything. Without clicks, the input is queued before this returns.
 * Rejects with `bad-request` for a click that hits nothing, with what `recheck`
 * throws, and as Session.write does.
 */
export async function writeInput(session: CalledSession, { client, input, recheck, onQueued }: Typing): Promise<void> {
  // A click is aimed now: the steps before it may have changed the screen.
  const ready = hasNoClicks(input) ? input : await withClicksAimed(session, input);
  // While the screen was asked, a person may have taken the lease.
  if (ready !== input) recheck();
  const chunks = inputChunks(ready, session.screen.state);
  const written = session.write(
    client,
    chunks.map((chunk) => withSilence(session, chunk)),
  );
  onQueued?.();
  await written;
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
