/**
 * Keeps a terminal in step with its session: the host's screen first, then its
 * output; and sends the session what a person types. A viewer: it answers none
 * of the program's questions and never resizes it.
 */
import { HostError, messageOf } from "../../shared/errors.ts";
import { DisposableStore, toDisposable } from "../../shared/lifecycle.ts";
import { cleanPaste } from "../../shared/paste.ts";
import type { Snapshot } from "../../shared/protocol.ts";
import { SequenceBoundary } from "../../shared/sequence-boundary.ts";
import type { CurrentHost } from "../connection/current-host.ts";
import { type FollowedSession, OutputFollower } from "./output-follower.ts";
import { isMouseReport } from "./person-input.ts";
import type { TerminalView } from "./terminal-view.ts";
import { MAX_SCROLLBACK } from "./xterm-options.ts";
import { TypingQueue } from "./typing-queue.ts";

/**
 * Output received and not yet parsed, in characters. Beyond it the newest
 * screen is asked for instead of parsing what nobody can read at that speed.
 */
export const MAX_UNPARSED = 2 * 1024 * 1024;

/** How many rows above the viewport are fetched when a session is opened. */
const FIRST_SCROLLBACK = 1000;

/** What a live terminal asks of the window around it. */
export type TerminalHandlers = {
  /** The host refused what was typed, or refused to show the session; `message` says why. */
  readonly onError: (failure: "not-typed" | "not-shown", message: string) => void;
  readonly onFocus: (focused: boolean) => void;
  /** Whether the keyboard goes to the terminal once it is on the page: of several panes, to one. */
  readonly takesFocus: () => boolean;
  /** Asks before a paste that would run several lines; `paste` goes ahead with it. */
  readonly confirmPaste: (text: string, paste: () => void) => void;
  /** Pointer input is sent by the driver only: a click to look must not take over. */
  readonly isDriving: () => boolean;
  /** Opens a link once the person has seen where it leads. */
  readonly followLink: (link: string) => void;
  /** The program runs. What is typed after its end goes nowhere. */
  readonly isRunning: () => boolean;
};

type LiveTerminalOptions = {
  readonly session: FollowedSession;
  readonly host: CurrentHost;
  /** Disposed of with the live terminal. */
  readonly view: TerminalView;
  readonly handlers: TerminalHandlers;
};

/** `isThere`: the rows have come. They do not when the host goes away, or the session is removed. */
type WaitForRows = (isThere: boolean) => void;

type State =
  /** The host has not sent a screen yet. */
  | { readonly kind: "empty" }
  /** A screen waits until everything written before it has been parsed; the output after it waits in `tail`. */
  | { readonly kind: "replacing"; readonly snapshot: Snapshot; readonly tail: string[] }
  /** Output goes to the terminal as it comes. The boundary holds back a sequence without an end, as the host's screen does. */
  | { readonly kind: "following"; readonly boundary: SequenceBoundary; unparsed: number }
  | { readonly kind: "disposed" };

export class LiveTerminal implements Disposable {
  readonly view: TerminalView;
  readonly #store = new DisposableStore();
  readonly #session: FollowedSession;
  readonly #host: CurrentHost;
  readonly #handlers: TerminalHandlers;
  readonly #typing: TypingQueue;
  #follower: OutputFollower | undefined;
  #state: State = { kind: "empty" };
  /** The session was removed. What the terminal shows stays. */
  #isGone = false;
  /** How many rows above the viewport have been asked for. */
  #scrollback = FIRST_SCROLLBACK;
  /** The same for the screen that shows. */
  #shownScrollback = FIRST_SCROLLBACK;
  /** The place that a person looks at while older rows come, as rows from the end. */
  #place: number | undefined;
  /** Whoever waits until the terminal has all rows. */
  #waiting: WaitForRows[] = [];

  constructor({ session, host, view, handlers }: LiveTerminalOptions) {
    const { id } = session;
    this.#session = session;
    this.#host = host;
    this.#handlers = handlers;
    this.view = this.#store.add(view);
    this.#typing = new TypingQueue(
      // What still waits when the session goes must not reach another one that gets its name.
      (input) => (this.#takesInput ? host.request("session/write", { id, input }) : Promise.resolve()),
      (error) => this.#handleRefusal(error),
    );
    this.#store.add(toDisposable(() => handlers.onFocus(false)));
    this.#store.add(view.onFocus((focused) => handlers.onFocus(focused)));
    this.#store.add(view.onInput((text) => this.#handleInput(text)));
    this.#store.add(view.onPaste((text) => this.#handlePaste(text)));
    this.#store.add(view.onTop((how) => (how === "dragged" ? this.#fetchFirst() : this.#fetchOlder())));
    this.#store.add(toDisposable(() => this.#follower?.[Symbol.dispose]()));
    this.#store.add(host.onClient(() => this.#follow()));
    this.#follow();
  }

  [Symbol.dispose](): void {
    this.#state = { kind: "disposed" };
    this.#store[Symbol.dispose]();
  }

  /** Makes a request once all that was typed here is sent. */
  afterTyping<T>(make: () => Promise<T>): Promise<T> {
    return this.#typing.request(make);
  }

  get #takesInput(): boolean {
    return !this.#isGone && this.#handlers.isRunning();
  }

  #handleInput(text: string): void {
    if (!this.#takesInput) return;
    if (!isMouseReport(text) || this.#handlers.isDriving()) this.#typing.type(text);
  }

  /** Keys that were on their way when the program ended are lost with it, and its view says that it has ended. */
  #handleRefusal(error: unknown): void {
    const isLate = error instanceof HostError && (error.code === "session-ended" || error.code === "no-such-session");
    if (!isLate) this.#handlers.onError("not-typed", messageOf(error));
  }

  /** A program that does not know pastes would run every line of one at once: a person is asked first. */
  #handlePaste(text: string): void {
    if (!this.#takesInput) return;
    const clean = cleanPaste(text);
    const paste = (): void => {
      if (this.#takesInput) this.#typing.paste(clean);
    };
    if (!this.view.bracketsPastes && clean.includes("\r")) this.#handlers.confirmPaste(clean, paste);
    else paste();
  }

  /** Follows the session over the connection there is now, if there is one. */
  #follow(): void {
    const { client } = this.#host;
    this.#follower?.[Symbol.dispose]();
    if (this.#isGone) return;
    this.#follower = client
      ? new OutputFollower(
          client,
          { ...this.#session, scrollback: this.#scrollback },
          {
            show: (snapshot) => this.#replace(snapshot),
            write: (text) => this.#write(text),
            fail: (message) => {
              this.#place = undefined;
              this.#answerWaiting(false);
              this.#handlers.onError("not-shown", message);
            },
            gone: () => {
              this.#isGone = true;
              this.#answerWaiting(false);
            },
            lost: () => this.#answerWaiting(false),
          },
        )
      : undefined;
  }

  /**
   * A person has scrolled to the top. The host sends the whole screen again, with twice as many rows: the sooner it
   * has all of them, the less is sent twice.
   */
  #fetchOlder(): void {
    if (!this.#hasAll) this.#fetch(this.#scrollback * 2);
  }

  /** Whoever drags the scroll bar to its top wants the first row of all, not the first that has come so far. */
  #fetchFirst(): void {
    if (!this.#hasAll) this.fetchAll((isThere) => isThere && this.view.scrollFromEnd(this.view.rowsAbove));
  }

  get #hasAll(): boolean {
    return this.view.rowsAbove < this.#shownScrollback || this.#shownScrollback >= MAX_SCROLLBACK;
  }

  #fetch(rows: number): void {
    if (this.#state.kind !== "following" || this.#place !== undefined) return;
    this.#scrollback = Math.min(MAX_SCROLLBACK, rows);
    this.#place = this.view.rowsAbove;
    void this.#follower?.attach(this.#scrollback);
  }

  /** Fetches all rows that the host's screen has, and runs `then` when they have come, or when it is certain that they do not. */
  fetchAll(then: WaitForRows): void {
    if (this.#hasAll) return then(true);
    if (this.#isGone || !this.#host.client) return then(false);
    this.#fetch(MAX_SCROLLBACK);
    this.#waiting.push(then);
  }

  #answerWaiting(isThere: boolean): void {
    for (const then of this.#waiting.splice(0)) then(isThere);
  }

  #replace(snapshot: Snapshot): void {
    const isWaiting = this.#state.kind === "replacing";
    this.#state = { kind: "replacing", snapshot, tail: [] };
    // An empty write is answered when everything written before it has been parsed.
    if (!isWaiting) this.view.write("", () => this.#showNewest());
  }

  #showNewest(): void {
    if (this.#state.kind !== "replacing") return;
    const { snapshot, tail } = this.#state;
    const boundary = new SequenceBoundary();
    this.#state = { kind: "following", boundary, unparsed: 0 };
    const place = this.#place;
    const select = place === undefined ? undefined : this.view.keepSelection();
    this.view.reset(snapshot.size);
    // On the page only once the screen is there: that is faster by far, and nothing half-drawn is seen.
    this.view.write(boundary.take(snapshot.screen), () => {
      if (this.#state.kind === "disposed") return;
      this.view.show();
      if (place !== undefined) this.view.scrollFromEnd(place);
      select?.();
      this.#place = undefined;
      this.#shownScrollback = this.#scrollback;
      // Whoever began to wait while fewer rows were on their way waits for the others, too.
      if (this.#waiting.length > 0 && !this.#hasAll) this.#fetch(MAX_SCROLLBACK);
      else this.#answerWaiting(true);
    });
    for (const text of tail) this.#write(text);
  }

  #write(text: string): void {
    const state = this.#state;
    if (state.kind === "replacing") state.tail.push(text);
    if (state.kind !== "following") return;
    const whole = state.boundary.take(text);
    if (whole === "") return;
    state.unparsed += whole.length;
    this.view.write(whole, () => {
      state.unparsed -= whole.length;
    });
    if (state.unparsed > MAX_UNPARSED) void this.#follower?.attach();
  }
}
