/**
 * Tells whether a program reads input that it does not show, such as a password.
 *
 * The terminal says so: its echo is off, and it hands over whole lines. Editors,
 * shells and full-screen programs have the echo off, too, but read single keys and
 * show those themselves. Of the few that read a password key by key, the words of
 * their prompt tell. Where another program, such as tmux, hands the keys on to a
 * terminal of its own, that one is asked.
 *
 * To ask the terminal starts a process, so the answer is kept for as long as the
 * same thread has been blocked in the same read. Before an agent types, the
 * terminal is always asked. Otherwise it is asked when the program is quiet, and
 * ever more seldom where the program does not read plainly, as almost every
 * program does that asks for a password in a line.
 */
import { Emitter, type Event } from "../../shared/emitter.ts";
import { DisposableStore } from "../../shared/lifecycle.ts";
import { LONGEST_PACE_MS } from "../../shared/reading-pace.ts";
import { asksForSecret } from "../../shared/secret-prompt.ts";
import { readTerminalModes, type TerminalModes } from "../platform/terminal-modes.ts";
import { type TerminalReader, terminalReader } from "./terminal-reader.ts";

/** A program that asks for something reads within this time after it has printed its prompt. */
const QUIET_MS = LONGEST_PACE_MS + 16;
/** A program that prints on and on is looked at this often all the same. */
const WHILE_PRINTING_MS = 2000;
/** While nobody reads, or while input is hidden, the look is repeated at growing intervals. */
const LAST_PAUSE_MS = 4000;
const LAST_HIDDEN_PAUSE_MS = 500;

const FIRST_SELDOM_MS = 1000;
const LAST_SELDOM_MS = 60_000;
const NOT_ASKED = { pid: undefined, pauseMs: 0, fromMs: 0 } as const;

/** Why the terminal is asked: somebody is about to type or has typed, or the program has been quiet for a moment. */
type Why = "needed" | "glance" | "quiet";

/** What is needed of a session. */
export interface HidingSession {
  /** The session's first process. */
  readonly pid: number;
  readonly exit: unknown;
  readonly onOutput: Event<unknown>;
  readonly onExit: Event<unknown>;
  /** Asks the terminal itself. */
  modes(): Promise<TerminalModes | undefined>;
  /** Hands on all that has been printed up to now. */
  drain(): unknown;
  readonly screen: {
    readonly state: { readonly lastLine: string };
    readonly unparsed: number;
    ask(name: "restingPlace", params: Record<string, never>): Promise<unknown>;
  };
}

export class HiddenInput implements Disposable {
  readonly #session: HidingSession;
  readonly #readTerminal: (pid: number) => TerminalReader;
  readonly #store = new DisposableStore();
  readonly #onChanged = this.#store.add(new Emitter<void>());
  /** `sinceMs` has changed. */
  readonly onChanged = this.#onChanged.event;
  #sinceMs: number | undefined;
  /** What the terminal said while its reader was in this turn. */
  #known: { readonly turn: string; readonly modes: TerminalModes | undefined } | undefined;
  /** Until when a program that does not read plainly is not asked again. */
  #seldom: { readonly pid: number | undefined; readonly pauseMs: number; readonly fromMs: number } = NOT_ASKED;
  #timer: NodeJS.Timeout | undefined;
  #pauseMs = QUIET_MS;
  /** When the look that output has put off comes at the latest, by `performance.now`. */
  #dueBy: number | undefined;

  constructor(session: HidingSession, readTerminal: (pid: number) => TerminalReader = terminalReader) {
    this.#session = session;
    this.#readTerminal = readTerminal;
    this.#store.add(session.onOutput(() => this.#handleOutput()));
    this.#store.add(session.onExit(() => this.#set(false)));
    this.#lookSoon();
  }

  /** Since when input is hidden, in milliseconds since 1970, as far as is known now. Undefined while it is not. */
  get sinceMs(): number | undefined {
    return this.#sinceMs;
  }

  /** `sinceMs` is what a look would find: nothing was printed or typed since the last one. */
  get isSettled(): boolean {
    return this.#timer === undefined;
  }

  /** Something was typed: the program may read on in another way. */
  noteTyped(): void {
    this.#seldom = NOT_ASKED;
    this.#lookSoon();
  }

  /** Asks the terminal, unless its answer is known. For what must not go wrong: somebody is about to type. */
  async look(): Promise<boolean> {
    return this.#set(await this.#ask(this.#readTerminal(this.#session.pid), "needed"));
  }

  /** The same, but spares the question where a program hardly hides anything. For what happens often. */
  async glance(): Promise<boolean> {
    return this.#set(await this.#ask(this.#readTerminal(this.#session.pid), "glance"));
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.#store[Symbol.dispose]();
  }

  async #ask({ reading, turn, call, pid, innerTerminal }: TerminalReader, why: Why): Promise<boolean> {
    if (this.#session.exit) return false;
    if (why !== "needed" && reading === "no") return false;
    const isBlocked = reading === "alone" || reading === "among-others";
    if (isBlocked && turn !== "" && this.#known?.turn === turn) return this.#isHidden(this.#known.modes, why);
    if (why !== "needed" && !this.#isWorthAsking(call, pid, why)) return false;
    const modes = await this.#modes(innerTerminal);
    this.#known = isBlocked ? { turn, modes } : undefined;
    return this.#isHidden(modes, why);
  }

  /**
   * Of the terminal that the program reads. A program that hands keys on lets its own terminal neither echo nor gather lines;
   * one that only says so by its name may ask there.
   */
  async #modes(innerTerminal: string | undefined): Promise<TerminalModes | undefined> {
    const modes = await this.#session.modes();
    const asksItself = modes?.lines === true && !modes.echo;
    return innerTerminal === undefined || asksItself ? modes : readTerminalModes(innerTerminal);
  }

  /** The screen's last line decides, so it must be the last that the program has printed. */
  async #showAll(): Promise<void> {
    const { screen } = this.#session;
    this.#session.drain();
    // A screen that is lost tells nothing more.
    if (screen.unparsed > 0) await screen.ask("restingPlace", {}).catch(() => {});
  }

  /** Programs that redraw their screen wait in another call than a plain read, and wake up often: they are asked ever more seldom. */
  #isWorthAsking(call: TerminalReader["call"], pid: number | undefined, why: Why): boolean {
    if (call === "read" || call === undefined || this.#sinceMs !== undefined) return true;
    if (asksForSecret(this.#session.screen.state.lastLine)) return true;
    if (why === "glance") return false;
    const nowMs = performance.now();
    if (pid === this.#seldom.pid && nowMs < this.#seldom.fromMs) return false;
    const pauseMs = pid === this.#seldom.pid ? Math.min(this.#seldom.pauseMs * 2, LAST_SELDOM_MS) : FIRST_SELDOM_MS;
    this.#seldom = { pid, pauseMs, fromMs: nowMs + pauseMs };
    return true;
  }

  async #isHidden(modes: TerminalModes | undefined, why: Why): Promise<boolean> {
    if (this.#session.exit || modes?.echo === true) return false;
    if (modes?.lines === true) return true;
    if (why === "needed") await this.#showAll();
    return !this.#session.exit && asksForSecret(this.#session.screen.state.lastLine);
  }

  #set(isHidden: boolean): boolean {
    const was = this.#sinceMs !== undefined;
    if (isHidden === was || this.#store.isDisposed) return isHidden;
    this.#sinceMs = isHidden ? Date.now() : undefined;
    if (isHidden) this.#lookAfter((this.#pauseMs = QUIET_MS));
    this.#onChanged.fire();
    return isHidden;
  }

  /** Looks when the program pauses. While its input is hidden, the look that is due is not put off: what is printed may show that it is over. */
  #handleOutput(): void {
    if (this.#sinceMs !== undefined && this.#timer !== undefined) return;
    const now = performance.now();
    this.#dueBy ??= now + WHILE_PRINTING_MS;
    this.#pauseMs = QUIET_MS;
    this.#lookAfter(Math.max(0, Math.min(QUIET_MS, this.#dueBy - now)));
  }

  #lookSoon(): void {
    this.#lookAfter((this.#pauseMs = QUIET_MS));
  }

  #lookAfter(ms: number): void {
    clearTimeout(this.#timer);
    if (this.#store.isDisposed || this.#session.exit) return;
    this.#timer = setTimeout(() => void this.#lookAround(), ms).unref();
  }

  #rest(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Looks, and again later unless the program waits for input that shows: only input or output can change that. */
  async #lookAround(): Promise<void> {
    this.#dueBy = undefined;
    const reader = this.#readTerminal(this.#session.pid);
    const isHidden = this.#set(await this.#ask(reader, "quiet"));
    if (!isHidden && reader.reading !== "no") return this.#rest();
    this.#pauseMs = Math.min(this.#pauseMs * 2, isHidden ? LAST_HIDDEN_PAUSE_MS : LAST_PAUSE_MS);
    this.#lookAfter(this.#pauseMs);
  }
}
