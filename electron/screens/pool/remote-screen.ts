/**
 * A screen as the host sees it: a queue to the worker that keeps it. Nothing
 * here parses; output is handed on in large pieces, and what the worker has
 * parsed is counted, for flow control and for the watchdog.
 */
import type { ScreenFrame, ScreenState } from "../screen-types.ts";
import { Emitter } from "../../../shared/emitter.ts";
import { DisposableStore } from "../../../shared/lifecycle.ts";
import type { Size } from "../../../shared/protocol.ts";
import type { ScreenEvidence } from "../../../shared/screen-evidence.ts";
import type { FromWorker, QuestionName, Questions, ScreenId, ToWorker } from "../worker-protocol.ts";

/** Output under way to the worker; more is gathered here until that has been parsed. */
const MAX_IN_FLIGHT = 64 * 1024;
/**
 * When so much has gathered while the worker parsed, a program floods: then
 * still more is gathered before it is handed on, because of a large piece of
 * plain text only the end need be parsed (see scrolled-off.ts).
 */
const FLOOD_LENGTH = 64 * 1024;
const FLOOD_PIECE = 2 * 1024 * 1024;
const FLOOD_GATHER_MS = 33;

/** What the pool gives a screen to reach its worker. */
export interface ScreenLink {
  send(message: ToWorker): void;
  ask<N extends QuestionName>(screen: ScreenId, name: N, params: Questions[N]["params"]): Promise<Questions[N]["result"]>;
  closed(screen: ScreenId): void;
}

export const INITIAL_STATE: ScreenState = {
  title: "",
  lastLine: "",
  alternate: false,
  applicationCursor: false,
  applicationKeypad: false,
  bracketedPaste: false,
  bells: 0,
};

export class RemoteScreen implements Disposable {
  readonly id: ScreenId;
  readonly #store = new DisposableStore();
  readonly #onReply = this.#store.add(new Emitter<string>());
  /** The screen's answers to the program's queries. */
  readonly onReply = this.#onReply.event;
  readonly #onParsed = this.#store.add(new Emitter<void>());
  /** Some output has been parsed: `unparsed` has come down. */
  readonly onParsed = this.#onParsed.event;
  readonly #onState = this.#store.add(new Emitter<ScreenState>());
  readonly onState = this.#onState.event;
  readonly #onMatch = this.#store.add(new Emitter<{ wait: number; match: string }>());
  readonly onMatch = this.#onMatch.event;
  readonly #onEvidence = this.#store.add(new Emitter<{ wait: number; evidence: ScreenEvidence }>());
  /** For waits that asked for it: where the program has left the cursor. */
  readonly onEvidence = this.#onEvidence.event;
  readonly #onReset = this.#store.add(new Emitter<void>());
  /** The worker was replaced and the screen rebuilt: waits begun before are gone. */
  readonly onReset = this.#onReset.event;
  readonly #link: ScreenLink;
  #state = INITIAL_STATE;
  #size: Size;
  #inFlight = 0;
  #gathered: string[] = [];
  #gatheredLength = 0;
  #floodTimer: NodeJS.Timeout | undefined;
  /** Everything given to `write` so far, as an offset. */
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

  /** Characters written that have not been parsed. */
  get unparsed(): number {
    return this.#inFlight + this.#gatheredLength;
  }

  /** Where the output given to this screen ends. */
  get written(): number {
    return this.#written;
  }

  write(text: string): void {
    this.#written += text.length;
    if (this.#inFlight < MAX_IN_FLIGHT && this.#gatheredLength === 0) return this.#send(text);
    this.#gathered.push(text);
    this.#gatheredLength += text.length;
    if (this.#inFlight === 0 && this.#gatheredLength >= FLOOD_PIECE) this.#flush();
  }

  resize(size: Size): void {
    this.#flush();
    this.#size = size;
    this.#link.send({ kind: "resize", screen: this.id, size });
  }

  /** Something is about to be typed: the baseline of the next wait. */
  noteInput(typed: string): void {
    this.#flush();
    this.#link.send({ kind: "input", screen: this.id, typed });
  }

  /** This has been typed and the program does not show it. */
  silence(typed: string): void {
    this.#flush();
    this.#link.send({ kind: "silence", screen: this.id, typed });
  }

  /** Asks the worker; answered after everything written before. Rejects when the screen is closed or its worker is replaced. */
  ask<N extends QuestionName>(name: N, params: Questions[N]["params"]): Promise<Questions[N]["result"]> {
    this.#flush();
    return this.#link.ask(this.id, name, params);
  }

  frame(since: number): Promise<ScreenFrame> {
    return this.ask("frame", { since });
  }

  /** From the pool: something the worker said about this screen. */
  receive(message: Extract<FromWorker, { screen: ScreenId }>): void {
    switch (message.kind) {
      case "parsed":
        this.#inFlight = Math.max(0, this.#inFlight - message.length);
        if (this.#inFlight === 0) this.#flushSoon();
        if (message.state) {
          this.#state = message.state;
          this.#onState.fire(message.state);
        }
        return this.#onParsed.fire();
      case "reply":
        return this.#onReply.fire(message.text);
      case "match":
        return this.#onMatch.fire({ wait: message.wait, match: message.match });
      case "evidence":
        return this.#onEvidence.fire({ wait: message.wait, evidence: message.evidence });
    }
  }

  /**
   * From the pool: the worker is new and knows nothing. Opens the screen again
   * at `offset` and replays `history` into it; live output follows.
   */
  reopen(offset: number, history: readonly string[]): void {
    clearTimeout(this.#floodTimer);
    this.#floodTimer = undefined;
    this.#gathered = [];
    this.#gatheredLength = 0;
    this.#link.send({ kind: "open", screen: this.id, size: this.#size, offset });
    for (const text of history) this.#link.send({ kind: "write", screen: this.id, text, replay: true });
    // Replayed text comes back as parsed, too.
    this.#inFlight = history.reduce((sum, text) => sum + text.length, 0);
    this.#onReset.fire();
    // What was under way to the old worker is not any more.
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
    if (this.#gatheredLength < FLOOD_LENGTH || this.#gatheredLength >= FLOOD_PIECE) return this.#flush();
    this.#floodTimer ??= setTimeout(() => this.#flush(), FLOOD_GATHER_MS);
  }

  #flush(): void {
    clearTimeout(this.#floodTimer);
    this.#floodTimer = undefined;
    if (this.#gatheredLength === 0) return;
    const text = this.#gathered.join("");
    this.#gathered = [];
    this.#gatheredLength = 0;
    this.#send(text);
  }

  #send(text: string): void {
    this.#inFlight += text.length;
    this.#link.send({ kind: "write", screen: this.id, text, replay: false });
  }
}
