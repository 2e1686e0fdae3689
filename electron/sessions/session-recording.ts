/** What a session needs of its recording; electron/recording/recorder.ts is the one that there is. */
import type { OutputText } from "../../shared/output-text.ts";
import type { ClientInfo, ExitStatus, Size } from "../../shared/protocol.ts";

/** Input as it may be shown; grows as its echo is seen. */
export interface ShownInput {
  readonly recordable: string;
  /**
   * The input was hidden: nothing of its text is kept, whatever shows from now on. With `isPart` it goes on a line
   * whose mask stands in an input before it, and has none of its own.
   */
  hide(isPart?: boolean): void;
}

/** A piece of output and the offset at which it begins. */
export type OutputPart = { readonly offset: number; readonly text: string };

/** The same, as it comes. */
export type PrintedPart = { readonly offset: number; readonly text: OutputText };

/** Where a session's recording goes. Times are milliseconds since the session began. */
export interface Recording extends Disposable {
  readonly path: string;
  /** False while the disk takes nothing, and after the end. */
  readonly isRecording: boolean;
  output(atMs: number, text: OutputText): void;
  /** Returns what may be shown of it: what the terminal did not echo is masked. */
  input(atMs: number, client: ClientInfo, text: string): ShownInput;
  resize(atMs: number, size: Size): void;
  exit(atMs: number, status: ExitStatus, isStopped: boolean): void;
  /** Writes to the file what has gathered. */
  flush(): void;
  /** At most `limit` units of output from an offset on, or from later when some is missing there. */
  read(since: number, limit: number): Promise<OutputPart>;
  /** Nothing came of the session: deletes the recording. */
  discard(): void;
}
