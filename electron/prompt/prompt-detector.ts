/**
 * Waits for a program to be back at its prompt, or to ask for something. The
 * screen's worker tells where the cursor is left, the kernel whether the
 * program reads; this looks at both whenever either may have changed.
 */
import { idleAfterMs, promptAfterMs, questionAfterMs, questionAt, type PromptEvidence } from "../../prompt/prompt-rules.ts";
import { type TerminalReader, terminalReader } from "../../prompt/terminal-reader.ts";
import { DisposableStore } from "../../../shared/lifecycle.ts";
import type { ScreenEvidence } from "../../../shared/screen-evidence.ts";
import type { Session } from "../../sessions/session.ts";

/** The kernel does not say when a program begins to read: it is asked at these growing intervals. */
const FIRST_LOOK_MS = 1;
const LAST_LOOK_MS = 250;
/** After so many looks it is asked no more often than this: a program that floods must not keep the host busy with it. */
const MANY_LOOKS = 30;
const REST_MS = 5;
/** What a program has printed just before it began to read may reach us later than that. */
const ON_ITS_WAY_MS = 10;

export type PromptKind = "prompt" | "input";

/** `lineFollows`: a line is to be typed at the prompt, so a question must not be taken for one. */
export type WantedPrompt = { readonly prompt: boolean; readonly input: boolean; readonly lineFollows: boolean };

export class PromptWatch implements Disposable {
  readonly #session: Session;
  readonly #wanted: WantedPrompt;
  readonly #settle: (kind: PromptKind) => void;
  readonly #store = new DisposableStore();
  /** The reader before anything was typed; undefined when nothing is. */
  readonly #before: TerminalReader | undefined;
  #screenEvidence: ScreenEvidence | undefined;
  #timer: NodeJS.Timeout | undefined;
  #lookMs = FIRST_LOOK_MS;
  #looks = 0;
  #lookedAt = 0;
  /** When there was output last, or input, on the clock of `performance.now`. */
  #busyAt: number;
  #hasBegun: boolean;
  /** When it was first seen reading, after what was typed. */
  #readingAt: number | undefined;
  /** Where the output ended when all signs were there for the first time. */
  #confirmAt: number | undefined;

  constructor(session: Session, options: WantedPrompt & { wait: number; typed: boolean; settle: (kind: PromptKind) => void }) {
    this.#session = session;
    this.#wanted = options;
    this.#settle = options.settle;
    this.#hasBegun = !options.typed;
    this.#before = options.typed ? terminalReader(session.pid) : undefined;
    this.#busyAt = options.typed ? performance.now() : performance.now() - (Date.now() - session.lastOutputAtMs);
    this.#store.add(
      session.screen.onEvidence(({ wait, evidence }) => {
        if (wait !== options.wait) return;
        this.#screenEvidence = evidence;
        this.#look();
      }),
    );
    this.#store.add(session.screen.onParsed(() => this.#look()));
    this.#store.add(session.onOutput(() => this.#handleActivity()));
  }

  /** What was to be typed has been: from here on it may be answered. */
  begin(): void {
    this.#hasBegun = true;
    this.#busyAt = performance.now();
    this.#lookSoon(FIRST_LOOK_MS);
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.#store[Symbol.dispose]();
  }

  #handleActivity(): void {
    this.#busyAt = performance.now();
    this.#lookMs = FIRST_LOOK_MS;
  }

  #look(): void {
    if (!this.#hasBegun || this.#store.isDisposed) return;
    this.#session.flush();
    // What has come and is not parsed will have us look again.
    if (!this.#screenEvidence || this.#session.screen.unparsed > 0) return;
    const restMs = this.#looks > MANY_LOOKS ? this.#lookedAt + REST_MS - performance.now() : 0;
    if (restMs > 0) return this.#lookSoon(restMs);
    this.#looks++;
    this.#lookedAt = performance.now();
    const found = this.#soonest(this.#screenEvidence);
    if (!found) return this.#lookLater();
    const now = performance.now();
    const leftMs = Math.max(
      found.afterMs - (now - this.#busyAt),
      Math.min(found.afterMs, ON_ITS_WAY_MS) - (now - (this.#readingAt ?? now)),
    );
    if (leftMs > 0) return this.#lookSoon(leftMs);
    this.#confirm(found.kind);
  }

  /** Output that is on its way here has one more turn of the event loop to arrive. */
  #confirm(kind: PromptKind): void {
    if (this.#confirmAt === this.#session.offset) return this.#settle(kind);
    this.#confirmAt = this.#session.offset;
    setImmediate(() => this.#look());
  }

  #soonest(screen: ScreenEvidence): { kind: PromptKind; afterMs: number } | undefined {
    const { prompt, input, lineFollows } = this.#wanted;
    const evidence = this.#evidence(screen);
    const promptMs = prompt ? promptAfterMs(evidence) : idleAfterMs(evidence);
    const asked = input || lineFollows ? questionAt(screen, input) : undefined;
    const askedMs = asked === undefined || asked === "shape" ? undefined : questionAfterMs(evidence, asked === "known");
    const afterMs = askedMs ?? promptMs;
    if (afterMs === undefined) return undefined;
    return { kind: asked === undefined || (asked === "page" && askedMs === undefined) ? "prompt" : "input", afterMs };
  }

  #evidence(screen: ScreenEvidence): PromptEvidence {
    const { reading, turn } = terminalReader(this.#session.pid);
    const was = this.#before;
    const woke = was === undefined || was.turn === "" || reading === "unknown" || turn !== was.turn;
    this.#readingAt = reading === "no" || !woke ? undefined : (this.#readingAt ?? performance.now());
    return { ...screen, reading, woke };
  }

  #lookLater(): void {
    this.#lookSoon(this.#lookMs);
    this.#lookMs = Math.min(this.#lookMs * 2, LAST_LOOK_MS);
  }

  #lookSoon(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#look(), Math.max(1, ms));
  }
}
