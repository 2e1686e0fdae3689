/**
 * A screen as the host sees it: a queue to the worker that keeps the emulator.
 * Nothing here parses. Output is handed on in large pieces, and what the worker
 * has parsed is counted, for flow control.
 */
import type { ScreenFrame, ScreenState } from "../screen-types.ts";
import { Emitter } from "../../../shared/emitter.ts";
import { DisposableStore } from "../../../shared/lifecycle.ts";
import type { OutputText } from "../../../shared/output-text.ts";
import type { Size } from "../../../shared/protocol.ts";
import type { ScreenEvidence } from "../../../shared/screen-evidence.ts";
import type { FromWorker, QuestionName, Questions, ScreenId, ToWorker, Written } from "../worker-protocol.ts";

/** How much output may be under way to the worker, in UTF-16 units. More is gathered here until that has been parsed. */
const MAX_IN_FLIGHT = 64 * 1024;
/** So much is parsed before the host comes to it again, in UTF-16 units. More is sent by then, and the worker need not wait for it. */
const FEW_IN_FLIGHT = 1024 * 1024;
/** A program floods when it prints this much, in UTF-16 units, while the worker parses what was under way. */
const FLOOD_LENGTH = 64 * 1024;
/**
 * During a flood output is handed on in pieces of this length, or after
 * FLOOD_GATHER_MS. Of a large piece of plain text only the end must be parsed: the
 * rest becomes rows when somebody reads them (the worker's unseen-output.ts).
 */
const FLOOD_PIECE = 1024 * 1024;
const FLOOD_GATHER_MS = 8;

const encoder = new TextEncoder();

/** How a screen reaches its worker. */
export interface ScreenLink {
  /** Messages arrive in the order they were sent. */
  send(message: ToWorker): void;
  ask<N extends QuestionName>(screen: ScreenId, name: N, params: Questions[N]["params"]): Promise<Questions[N]["result"]>;
  /** The screen needs its worker no longer. */
  closed(screen: ScreenId): void;
}

/** What clients see of a screen that nothing was written to. */
export const INITIAL_STATE: ScreenState = {
  title: "",
  lastLine: "",
  wholeLastLine: "",
  alternate: false,
  applicationCursor: false,
  applicationKeypad: false,
  bracketedPaste: false,
  bells: 0,
  notifications: 0,
  notification: "",
};

export class RemoteScreen implements Disposable {
  readonly id: ScreenId;
  readonly #store = new DisposableStore();
  readonly #onReply = this.#store.add(new Emitter<string>());
  /** The screen's answers to the program's queries. */
  readonly onReply = this.#onReply.event;
  readonly #onParsed = this.#store.add(new Emitter<void>());
  /** Some output has been parsed: `unparsed` is less than it was. */
  readonly onParsed = this.#onParsed.event;
  readonly #onState = this.#store.add(new Emitter<ScreenState>());
  /** What clients see of the screen without asking has changed. */
  readonly onState = this.#onState.event;
  readonly #onMatch = this.#store.add(new Emitter<{ wait: number; match: string }>());
  /** The pattern of a wait has come. */
  readonly onMatch = this.#onMatch.event;
  readonly #onSlowPattern = this.#store.add(new Emitter<{ wait: number; message: string }>());
  /** The pattern of a wait was too slow, and is not looked for any more. */
  readonly onSlowPattern = this.#onSlowPattern.event;
  readonly #onEvidence = this.#store.add(new Emitter<{ wait: number; evidence: ScreenEvidence }>());
  /** Where the program has left the cursor, for the waits that asked for it. */
  readonly onEvidence = this.#onEvidence.event;
  readonly #onReset = this.#store.add(new Emitter<void>());
  /** The worker was replaced and the screen is rebuilt. Waits that were begun before are gone. */
  readonly onReset = this.#onReset.event;
  readonly #link: ScreenLink;
  #state = INITIAL_STATE;
  #size: Size;
  #isAbandoned = false;
  #inFlight = 0;
  #gathered: OutputText[] = [];
  #gatheredLength = 0;
  #floodTimer: NodeJS.Timeout | undefined;
  /** The offset at which the output given to `write` ends. */
  #written: number;

  constructor(id: ScreenId, link: ScreenLink, options: { size: Size; offset: number }) {
    this.id = id;
    this.#link = link;
    this.#size = options.size;
    this.#written = options.offset;
    link.send({ kind: "open", screen: id, ...options });
  }

  get state(): ScreenState {
    return this.#state;
  }

  get size(): Size {
    return this.#size;
  }

  /** How much output has been written and not parsed, in UTF-16 units. */
  get unparsed(): number {
    return this.#inFlight + this.#gatheredLength;
  }

  /** The offset at which the output given to this screen ends. */
  get written(): number {
    return this.#written;
  }

  /** Takes output, to be parsed when the worker comes to it. */
  write(text: OutputText): void {
    this.#written += text.length;
    if (this.#isAbandoned) return;
    if (this.#inFlight < MAX_IN_FLIGHT && this.#gatheredLength === 0) return this.#send(text);
    this.#gathered.push(text);
    this.#gatheredLength += text.length;
    if (this.#inFlight <= FEW_IN_FLIGHT && this.#gatheredLength >= FLOOD_PIECE) this.#flush();
  }

  /** Takes effect after everything written before. */
  resize(size: Size): void {
    this.#flush();
    this.#size = size;
    this.#link.send({ kind: "resize", screen: this.id, size });
  }

  /** Something is about to be typed. What comes from here on counts as new for the next wait. */
  noteInput(typed: string): void {
    this.#flush();
    this.#link.send({ kind: "input", screen: this.id, typed });
  }

  /** A line of input begins here, after all output so far. `mark` names it; see InputMarks. */
  markInput(mark: number): void {
    this.#flush();
    this.#link.send({ kind: "mark", screen: this.id, mark });
  }

  /** This was typed right after the input that was noted last, and belongs to it. */
  addInput(typed: string): void {
    this.#flush();
    this.#link.send({ kind: "more-input", screen: this.id, typed });
  }

  /** This reader is about to get the whole screen. */
  noteLook(reader: string): void {
    this.#flush();
    this.#link.send({ kind: "look", screen: this.id, reader });
  }

  /** This has been typed, and the program does not show it. */
  silence(typed: string): void {
    this.#flush();
    this.#link.send({ kind: "silence", screen: this.id, typed });
  }

  /**
   * Asks the worker. The answer counts everything that was written before.
   * Rejects when the screen is closed or its worker is replaced.
   */
  ask<N extends QuestionName>(name: N, params: Questions[N]["params"]): Promise<Questions[N]["result"]> {
    this.#flush();
    return this.#link.ask(this.id, name, params);
  }

  /** The rows that changed since the frame of version `since`; all of them for 0. */
  frame(since: number): Promise<ScreenFrame> {
    return this.ask("frame", { since });
  }

  /** From the pool: the worker has told something about this screen. */
  receive(message: Exclude<Extract<FromWorker, { screen: ScreenId }>, { kind: "fault" }>): void {
    switch (message.kind) {
      case "parsed":
        this.#inFlight = Math.max(0, this.#inFlight - message.length);
        this.#flushSoon();
        if (message.state) {
          this.#state = message.state;
          this.#onState.fire(message.state);
        }
        return this.#onParsed.fire();
      case "reply":
        return this.#onReply.fire(message.text);
      case "match":
        return this.#onMatch.fire({ wait: message.wait, match: message.match });
      case "slow-pattern":
        return this.#onSlowPattern.fire({ wait: message.wait, message: message.message });
      case "evidence":
        return this.#onEvidence.fire({ wait: message.wait, evidence: message.evidence });
    }
  }

  /**
   * From the pool: the worker is new and knows nothing. Opens the screen again
   * at `offset` and replays the output in `history`. Live output follows it.
   */
  reopen(offset: number, history: readonly string[]): void {
    this.#dropGathered();
    this.#link.send({ kind: "open", screen: this.id, size: this.#size, offset });
    for (const text of history) this.#link.send({ kind: "write", screen: this.id, written: text, replay: true });
    // The worker reports replayed text as parsed, too.
    this.#inFlight = history.reduce((sum, text) => sum + text.length, 0);
    this.#onReset.fire();
    // What was under way to the old worker no longer is.
    this.#onParsed.fire();
  }

  /** From the pool: nobody keeps this screen. Output is counted and dropped, so that its program is not held up. */
  abandon(): void {
    this.#isAbandoned = true;
    this.#dropGathered();
    this.#inFlight = 0;
    this.#onParsed.fire();
  }

  [Symbol.dispose](): void {
    if (this.#store.isDisposed) return;
    clearTimeout(this.#floodTimer);
    this.#store[Symbol.dispose]();
    this.#link.send({ kind: "close", screen: this.id });
    this.#link.closed(this.id);
  }

  #flushSoon(): void {
    const isFlood = this.#gatheredLength >= FLOOD_LENGTH;
    const isParsing = this.#inFlight > 0;
    if (isParsing && (!isFlood || this.#inFlight > FEW_IN_FLIGHT)) return;
    if (isParsing || !isFlood || this.#gatheredLength >= FLOOD_PIECE) return this.#flush();
    this.#floodTimer ??= setTimeout(() => this.#flush(), FLOOD_GATHER_MS);
  }

  #dropGathered(): void {
    clearTimeout(this.#floodTimer);
    this.#floodTimer = undefined;
    this.#gathered = [];
    this.#gatheredLength = 0;
  }

  #flush(): void {
    const gathered = this.#gathered;
    this.#dropGathered();
    if (gathered.length > 0) this.#send(...gathered);
  }

  #send(...texts: OutputText[]): void {
    this.#inFlight += texts.reduce((sum, { length }) => sum + length, 0);
    this.#link.send({ kind: "write", screen: this.id, written: writtenOf(texts), replay: false });
  }
}

/** What makes one string is joined here: the worker has more to do. */
function writtenOf(texts: readonly OutputText[]): Written {
  if (texts.every((text) => typeof text === "string")) return texts.join("");
  const parts = texts.map((text) => (typeof text === "string" ? encoder.encode(text) : text.bytes));
  // Only ASCII takes one byte for each unit in UTF-8.
  return parts.every(({ length }, index) => length === texts[index]?.length) ? parts : texts.join("");
}
