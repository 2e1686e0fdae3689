/** What the host and a screen worker say to each other, several messages at a time. Structured clone carries it; order is kept. */
import type {
  Changes,
  Checkpoint,
  CommandEnd,
  CommandNews,
  CommandStart,
  ScreenFrame,
  LineProgress,
  MouseState,
  ReadingPlace,
  RenderedPiece,
  RenderProgress,
  ScreenState,
  ScreenWaitOptions,
  ScreenWaitResult,
  SearchRequest,
  SearchResult,
  TextLimit,
  TextPart,
  UnreadPart,
} from "./screen-types.ts";
import type { ExportFormat } from "../../shared/export-formats.ts";
import type { Size, Snapshot } from "../../shared/protocol.ts";
import type { RestingPlace, ScreenEvidence } from "../../shared/screen-evidence.ts";

/** Identifies a screen between host and worker; never reused. */
export type ScreenId = number;

/** Questions and their answers. Every question is answered after all that was written before it; of `endWait` see `isOver`. */
export type Questions = {
  /** `scrollback`: the rows above the viewport; see Screen.snapshot. */
  snapshot: { params: { scrollback?: number }; result: Snapshot };
  text: {
    params: { limit: number; bytes?: number; isFirst?: boolean };
    result: TextPart & { bufferRows: number; offset: number; size: Size };
  };
  /** See Screen.since; without `part` the screen does not know any more. */
  since: {
    params: { since: number; limit: number; bytes: number; isFirst?: boolean };
    result: { part?: TextPart; bufferRows: number; offset: number; size: Size };
  };
  changes: { params: { reader: string }; result: Changes & { offset: number; size: Size } };
  /** See Screen.mouseState. */
  mouseState: { params: { label?: string }; result: MouseState };
  /** See Screen.checkpoint. */
  checkpoint: { params: { offset: number }; result: Checkpoint };
  /** Output from a checkpoint on as text; see OpenReadings.begin. */
  render: { params: { prelude: string; before: string; text: string; next?: ReadingPlace }; result: RenderedPiece };
  /** The next piece of output as text; see OpenReadings.goOn. Without `piece`, nobody knows where the last one ended. */
  renderOn: { params: { at: ReadingPlace; text: string; next?: ReadingPlace }; result: { piece?: RenderedPiece } };
  frame: { params: { since: number }; result: ScreenFrame };
  /** See Screen.restingPlace. */
  restingPlace: { params: Record<string, never>; result: RestingPlace };
  /** See ScreenWaits.startSince. */
  waitStart: { params: { since: number }; result: { offset: number } };
  /** See InputMarks.fromEnd. */
  inputRows: { params: Record<string, never>; result: { rows: [mark: number, rowsFromEnd: number][] } };
  /** Begins a wait; see ScreenWaits.start. */
  beginWait: { params: { wait: number } & ScreenWaitOptions; result: { match?: string } };
  /** See ScreenWaits.stopped. */
  stopped: { params: { wait: number }; result: { match?: string } };
  /** See ScreenWaits.isUnsent. */
  isUnsent: { params: { wait: number; submitted: string }; result: { isUnsent: boolean } };
  /** See PromptInput.isThere. */
  promptInput: { params: Record<string, never>; result: { isThere?: boolean } };
  /** See TypedCommands.begin. */
  beginCommand: { params: CommandStart; result: UnreadPart };
  /** See TypedCommands.end. */
  endCommand: { params: CommandEnd; result: CommandNews };
  /** `isOver`: the time of the wait is up, and the answer does not stay out until much output has been parsed. */
  endWait: {
    params: { wait: number; limit: TextLimit; reader?: string; submitted?: string; isOver?: boolean };
    result: ScreenWaitResult & { offset: number };
  };
};
export type QuestionName = keyof Questions;

/** A text, or the bytes of one that is ASCII, in as many parts as it was gathered in. */
export type Written = string | readonly Uint8Array[];

export type ToWorker =
  | { readonly kind: "open"; readonly screen: ScreenId; readonly size: Size; readonly offset: number }
  | { readonly kind: "write"; readonly screen: ScreenId; readonly written: Written; readonly replay: boolean }
  | { readonly kind: "resize"; readonly screen: ScreenId; readonly size: Size }
  /** Something is about to be typed; see Screen.noteInput. */
  | { readonly kind: "input"; readonly screen: ScreenId; readonly typed: string }
  /** A line of input begins here; see InputMarks.note. */
  | { readonly kind: "mark"; readonly screen: ScreenId; readonly mark: number }
  /** This was typed after that, as one input; see Screen.addInput. */
  | { readonly kind: "more-input"; readonly screen: ScreenId; readonly typed: string }
  /** What was typed does not show; see Screen.handleSilence. */
  | { readonly kind: "silence"; readonly screen: ScreenId; readonly typed: string }
  /** Somebody is about to get the whole screen; see Screen.handleLook. */
  | { readonly kind: "look"; readonly screen: ScreenId; readonly reader: string }
  | { readonly kind: "close"; readonly screen: ScreenId }
  | {
      readonly kind: "ask";
      readonly screen: ScreenId;
      readonly ask: number;
      readonly name: QuestionName;
      readonly params: unknown;
    };

export type FromWorker =
  /** It has started: from here on, silence means something. `slowBecause` says why the quick parser is off. */
  | { readonly kind: "ready"; readonly slowBecause?: string }
  /** It keeps no screens: the emulator is not the one that screens are written for. `reason` is for people. */
  | { readonly kind: "unfit"; readonly reason: string }
  /** `length` characters were parsed, and `writes` writes are done with them. `state` comes only when it changed. */
  | {
      readonly kind: "parsed";
      readonly screen: ScreenId;
      readonly length: number;
      readonly writes: number;
      readonly state?: ScreenState;
    }
  /** The screen has failed with an exception, and the others have not. It does nothing until it is opened again. */
  | { readonly kind: "fault"; readonly screen: ScreenId; readonly message: string }
  /** The screen's answer to a query of the program. */
  | { readonly kind: "reply"; readonly screen: ScreenId; readonly text: string }
  | { readonly kind: "match"; readonly screen: ScreenId; readonly wait: number; readonly match: string }
  /** A wait's pattern was too slow: it looks for nothing any more. `message` is for whoever wrote the pattern. */
  | { readonly kind: "slow-pattern"; readonly screen: ScreenId; readonly wait: number; readonly message: string }
  /** Where the program has left the cursor, for a wait that asked. */
  | { readonly kind: "evidence"; readonly screen: ScreenId; readonly wait: number; readonly evidence: ScreenEvidence }
  | { readonly kind: "answer"; readonly ask: number; readonly result: unknown }
  | { readonly kind: "refusal"; readonly ask: number; readonly message: string };

/** What a worker makes of a recording: a file to export, the text to search, or what a player needs (`index`). */
export type MadeFormat = Exclude<ExportFormat, "cast" | "cast-v2"> | "timed-text" | "index" | "inputs";

/** One file to make of a recording; see exports/make-export.ts. */
export type ExportJob = {
  readonly format: MadeFormat;
  readonly recording: string;
  /** The file to create. */
  readonly target: string;
  /** The size of the terminal where the recording does not tell. Without it, such a recording is refused. */
  readonly size?: Size;
  /** When it began, in milliseconds since 1970, where that is known better than the recording tells: an asciicast has seconds. */
  readonly startedAtMs?: number;
  /** The moment of a picture, and the stretch of a moving one, in milliseconds since the start. */
  readonly atMs?: number;
  readonly fromMs?: number;
  readonly toMs?: number;
  /** A moving picture names who typed last. */
  readonly drivers?: boolean;
  readonly theme?: "dark" | "light";
  /** For a title. */
  readonly name?: string;
  /** The folder with the files of other packages; see platform/asset-files.ts. */
  readonly assets?: string;
  /** Nobody waits for it. */
  readonly inBackground?: boolean;
};

/** What a worker that exports says: how far it has come, and at the end how long the file is. */
export type FromExport =
  | { readonly kind: "progress"; readonly progress: number }
  | { readonly kind: "made"; readonly bytes: number };

/** What to search: a recording, or the output itself where there is none. */
export type SearchJob = {
  readonly request: SearchRequest;
  readonly recording?: string;
  readonly text?: string;
  readonly size: Size;
  readonly withinMs: number;
  /** Where an earlier search had to stop: this one goes on from there. */
  readonly progress?: SearchProgress;
};

/** Where a search had to stop: the byte in the recording, or the character in the text, and what stood there. */
export type SearchProgress = { readonly position: number; readonly lines: LineProgress; readonly rendered: RenderProgress };

/** What a search has found, and where it stopped if time ran out. */
export type SearchFound = { readonly result: SearchResult; readonly progress?: SearchProgress };

/** What a searching worker says: that it lives, then what it found or why it could not. */
/** `thread` is the system's number, where it has one. */
export type FromSearch = { readonly kind: "beat"; readonly thread?: number } | ({ readonly kind: "found" } & SearchFound);

/** What a worker is started for, as its `workerData`. */
export type WorkerJob =
  /** `current` is shared: the screen being served, 0 for none. If the worker is stuck, that one did it. */
  | { readonly kind: "screens"; readonly current: Int32Array }
  | ({ readonly kind: "export" } & ExportJob)
  | ({ readonly kind: "search" } & SearchJob);
