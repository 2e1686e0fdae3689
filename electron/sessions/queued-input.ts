/** What the queue of a terminal holds: pieces of writes, and how much of each has been typed. */
import type { HostError } from "../../shared/errors.ts";
import { endOfCutInput } from "./cut-input.ts";

/** A piece of one client's write. */
export type QueuedInput = {
  readonly text: string;
  /** Whose it is. */
  readonly source: string;
  /** The longest wait before this is written. Programs take text and Enter in one read for a paste. */
  readonly gapMs: number;
  /** The wait is over when the end of this text has shown: then the program has taken it. */
  readonly echoOf?: string;
  /** After the echo, output must stop for this long. */
  readonly settleMs?: number;
  /** The same where the echo came with a field that the program has drawn again. */
  readonly drawnSettleMs?: number;
  /** Called before this is written, if the wait is over and no echo has shown. `isSilent` tells whether one has meanwhile. */
  readonly onSilence?: (isSilent: () => boolean) => void;
  /** The terminal has taken these bytes. Called before their echo can arrive; several times if the terminal takes pieces. */
  readonly onTaken: (bytes: Buffer) => void;
};

/** A piece of input as the host gives it. */
export type InputChunk = Pick<QueuedInput, "text" | "gapMs" | "echoOf" | "settleMs" | "drawnSettleMs" | "onSilence">;

/** One write: its pieces, or what makes them when all that comes before it is typed. */
export type InputChunks = readonly InputChunk[] | (() => Promise<readonly InputChunk[]>);

/** How many bytes of a write the terminal has taken, of how many. */
export type WriteProgress = { taken: number; of: number };

/** Makes the pieces of a write when all that comes before it is typed. What it rejects with ends the write. */
export type MakePieces = () => Promise<readonly QueuedInput[]>;

/** A piece in the queue. */
export type QueueEntry = QueuedInput & {
  /** Of the whole write, which all its entries share. */
  readonly progress: WriteProgress;
  /** What the terminal has not taken. */
  bytes: Buffer;
  /** The wait before it is over. */
  hasWaited: boolean;
  /** Ends a text that was cut. It is typed even if its writer may not type any more. */
  readonly isEnd?: true;
  /** It stands for pieces that are not made yet. */
  readonly make?: MakePieces;
  readonly resolve: () => void;
  readonly reject: (error: HostError) => void;
};

/** The entries of one write. `written` resolves when all of them are. */
export function entriesOf(inputs: readonly (QueuedInput & Pick<QueueEntry, "make">)[]): {
  entries: QueueEntry[];
  written: Promise<unknown>;
} {
  const progress = { taken: 0, of: 0 };
  const entries: QueueEntry[] = [];
  const written = inputs.map(
    (input) =>
      new Promise<void>((resolve, reject) => {
        const bytes = Buffer.from(input.text, "utf8");
        progress.of += bytes.length;
        entries.push({ ...input, bytes, progress, hasWaited: false, resolve, reject });
      }),
  );
  // One failure is all of them; the others must not go unhandled.
  return { entries, written: Promise.all(written) };
}

export function bytesOf(entries: readonly QueueEntry[]): number {
  return entries.reduce((sum, { bytes }) => sum + bytes.length, 0);
}

/** What is typed in place of an entry that is dropped; undefined where the program can do without. */
export function endOf({ text, bytes, progress, isEnd, source, onTaken }: QueueEntry): QueueEntry | undefined {
  const taken = Buffer.byteLength(text) - bytes.length;
  const end = isEnd || taken === 0 ? undefined : endOfCutInput(text, taken);
  if (!end || end.length === 0) return undefined;
  const nobody = (): void => {};
  return {
    text: "",
    gapMs: 0,
    source,
    onTaken,
    progress,
    bytes: end,
    hasWaited: true,
    isEnd: true,
    resolve: nobody,
    reject: nobody,
  };
}
