/** Sends a recording's file to the host, piece by piece. */
import type { RecordingInfo } from "../../shared/protocol.ts";
import type { App } from "../state/app-context.ts";

/** UTF-16 units in a piece: what the host takes at most. */
const PIECE = 131_072;
const MAX_NAME = 200;

export type ImportOptions = {
  /** Hears numbers from 0 to 1. */
  readonly onProgress: (progress: number) => void;
  /** Ends it. The host forgets what it has got. */
  readonly signal: AbortSignal;
};

/** Resolves with the recording. Rejects as `recording/import` does, with the browser's error for a file that cannot be read, or with the signal's reason. */
export async function importRecording(
  app: App,
  file: File,
  { onProgress, signal }: ImportOptions,
): Promise<RecordingInfo | undefined> {
  const upload = new Upload(app, nameOf(file), signal);
  const decoder = new TextDecoder();
  let text = "";
  try {
    for (let at = 0; at < file.size; at += PIECE) {
      text += decoder.decode(await file.slice(at, at + PIECE).arrayBuffer(), { stream: true });
      for (; text.length > PIECE; text = text.slice(PIECE)) await upload.send(text.slice(0, PIECE), false);
      onProgress(at / file.size);
    }
    const recording = await upload.send(text + decoder.decode(), true);
    signal.throwIfAborted();
    return recording;
  } finally {
    upload.end();
  }
}

/** The pieces of one file on their way to the host. */
class Upload {
  readonly #app: App;
  readonly #fileName: string;
  readonly #signal: AbortSignal;
  #from: string | undefined;

  constructor(app: App, fileName: string, signal: AbortSignal) {
    this.#app = app;
    this.#fileName = fileName;
    this.#signal = signal;
  }

  async send(text: string, isLast: boolean): Promise<RecordingInfo | undefined> {
    this.#signal.throwIfAborted();
    const from = this.#from === undefined ? {} : { from: this.#from };
    this.#from = undefined;
    const answer = await this.#app.host.request("recording/import", { fileName: this.#fileName, text, isLast, ...from });
    this.#from = answer.next;
    return answer.recording;
  }

  /** The host forgets what it has got of a file that is not complete. */
  end(): void {
    if (this.#from === undefined) return;
    // Without a connection, it has forgotten it by itself.
    this.#app.host.request("export/cancel", { from: this.#from }).catch(() => {});
  }
}

function nameOf({ name }: File): string {
  return name.replace(/\.(?:cast|json)$/i, "").slice(0, MAX_NAME) || "recording";
}
