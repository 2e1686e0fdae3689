/**
 * One session as a live terminal: the host's screen first, then its output.
 * A viewer: it answers none of the program's questions and never resizes it.
 */
import { SearchAddon } from "@xterm/addon-search";
import { UnicodeGraphemesAddon } from "@xterm/addon-unicode-graphemes";
import { WebLinksAddon } from "@xterm/addon-web-links";
import { Terminal } from "@xterm/xterm";
import { DisposableStore, toDisposable } from "../../shared/lifecycle.ts";
import type { InputPart, SessionId, Snapshot } from "../../shared/protocol.ts";
import { SequenceBoundary } from "../../shared/sequence-boundary.ts";
import { installGuards } from "../../shared/terminal-guards.ts";
import { assertLiveTerminal } from "../../shared/terminal-internals.ts";
import type { CurrentHost } from "../connection/current-host.ts";
import type { ThemeName } from "../theme/tokens.ts";
import { OutputFollower } from "./output-follower.ts";
import { fitFont, sizeThatFits } from "./fit-font.ts";
import { TypingQueue } from "./typing-queue.ts";
import { runsLines, sanitizePaste } from "./paste.ts";
import { isMouseReport, onPersonInput } from "./person-input.ts";
import { type CursorOf, openLink, xtermOptions, xtermTheme } from "./xterm-options.ts";

/**
 * Output received and not yet parsed, in characters. Beyond it the newest
 * screen is asked for instead of parsing what nobody can read at that speed.
 */
const MAX_UNPARSED = 2 * 1024 * 1024;

/** What a live terminal asks of the window around it. */
export type TerminalHandlers = {
  readonly onError: (message: string) => void;
  readonly onFocus: (focused: boolean) => void;
  /** Asks before a paste that would run several lines. */
  readonly confirmPaste: (text: string, paste: () => void) => void;
  /** Pointer input is sent by the driver only: a click to look must not take over. */
  readonly isDriving: () => boolean;
};

type Options = {
  readonly id: SessionId;
  readonly host: CurrentHost;
  readonly container: HTMLElement;
  readonly theme: ThemeName;
  readonly handlers: TerminalHandlers;
};

export class LiveTerminal implements Disposable {
  readonly #store = new DisposableStore();
  readonly #terminal: Terminal;
  readonly #search = new SearchAddon();
  readonly #container: HTMLElement;
  readonly #host: CurrentHost;
  readonly #id: SessionId;
  readonly #handlers: TerminalHandlers;
  readonly #input: TypingQueue;
  #theme: ThemeName;
  #cursorOf: CursorOf = "agent";
  #attachment: OutputFollower | undefined;
  #opened = false;
  #unparsed = 0;
  /** Drops what the host's own screen drops: a sequence without an end takes no memory here. */
  #boundary = new SequenceBoundary();
  /** A screen that waits until what was written before it has been parsed, with the output that follows it. */
  #next: { readonly snapshot: Snapshot; readonly tail: string[] } | undefined;

  constructor({ id, host, container, theme, handlers }: Options) {
    this.#id = id;
    this.#host = host;
    this.#container = container;
    this.#theme = theme;
    this.#handlers = handlers;
    this.#input = new TypingQueue(
      (input) => this.#send(input),
      (error) => handlers.onError(error instanceof Error ? error.message : String(error)),
    );
    this.#terminal = this.#createTerminal();
    this.#store.add(toDisposable(() => this.#terminal.dispose()));
    this.#store.add(toDisposable(() => this.#attachment?.[Symbol.dispose]()));
    this.#store.add(host.onClient(() => this.#attach()));
    this.#watchPlace();
    this.#attach();
  }

  focus(): void {
    this.#terminal.focus();
  }

  setTheme(theme: ThemeName, cursorOf: CursorOf): void {
    if (theme === this.#theme && cursorOf === this.#cursorOf) return;
    this.#theme = theme;
    this.#cursorOf = cursorOf;
    this.#terminal.options.theme = xtermTheme(theme, cursorOf);
  }

  find(text: string, direction: "next" | "previous"): boolean {
    return direction === "next" ? this.#search.findNext(text) : this.#search.findPrevious(text);
  }

  endFind(): void {
    this.#search.clearDecorations();
    this.#terminal.clearSelection();
  }

  get selection(): string {
    return this.#terminal.getSelection();
  }

  /** The viewport as text; for tests and the accessible view. */
  text(): string[] {
    const { active } = this.#terminal.buffer;
    return Array.from({ length: this.#terminal.rows }, (_, y) => {
      return active.getLine(active.baseY + y)?.translateToString(true) ?? "";
    });
  }

  sizeThatFits(): { cols: number; rows: number } {
    return sizeThatFits(this.#container);
  }

  /** Pastes as a person: made harmless first, and asked about when it would run several lines. */
  paste(text: string): void {
    const safe = sanitizePaste(text);
    const paste = (): void => this.#input.paste(safe);
    if (runsLines(safe, this.#terminal.modes.bracketedPasteMode)) this.#handlers.confirmPaste(safe, paste);
    else paste();
  }

  [Symbol.dispose](): void {
    this.#store[Symbol.dispose]();
  }

  #createTerminal(): Terminal {
    const terminal = new Terminal({ ...xtermOptions(this.#theme), linkHandler: { activate: openLink } });
    assertLiveTerminal(terminal);
    installGuards(terminal);
    terminal.loadAddon(new UnicodeGraphemesAddon());
    terminal.loadAddon(this.#search);
    terminal.loadAddon(new WebLinksAddon(openLink));
    onPersonInput(terminal, (text) => {
      if (!isMouseReport(text) || this.#handlers.isDriving()) this.#input.type(text);
    });
    // Without scrollback the wheel types cursor keys; see `isDriving`.
    terminal.attachCustomWheelEventHandler(
      () =>
        this.#handlers.isDriving() || (terminal.buffer.active.type === "normal" && terminal.modes.mouseTrackingMode === "none"),
    );
    return terminal;
  }

  #watchPlace(): void {
    const sizes = new ResizeObserver(() => {
      if (this.#opened) fitFont(this.#terminal, this.#container);
    });
    sizes.observe(this.#container);
    this.#store.add(toDisposable(() => sizes.disconnect()));
    const handlePaste = (event: ClipboardEvent): void => {
      // Before xterm's own handler, which would send control characters as they are.
      event.preventDefault();
      event.stopPropagation();
      this.paste(event.clipboardData?.getData("text/plain") ?? "");
    };
    const handleFocus = (event: FocusEvent): void => this.#handlers.onFocus(event.type === "focusin");
    this.#container.addEventListener("paste", handlePaste, { capture: true });
    this.#container.addEventListener("focusin", handleFocus);
    this.#container.addEventListener("focusout", handleFocus);
    this.#store.add(
      toDisposable(() => {
        this.#container.removeEventListener("paste", handlePaste, { capture: true });
        this.#container.removeEventListener("focusin", handleFocus);
        this.#container.removeEventListener("focusout", handleFocus);
        this.#handlers.onFocus(false);
      }),
    );
  }

  #attach(): void {
    const { client } = this.#host;
    this.#attachment?.[Symbol.dispose]();
    this.#attachment = client
      ? new OutputFollower(client, this.#id, {
          show: (snapshot) => this.#show(snapshot),
          write: (text) => this.#write(text),
          fail: (message) => this.#handlers.onError(message),
        })
      : undefined;
  }

  #send(input: InputPart[]): Promise<unknown> {
    return this.#host.request("session/write", { id: this.#id, input });
  }

  #show(snapshot: Snapshot): void {
    const waits = this.#next !== undefined;
    this.#next = { snapshot, tail: [] };
    // An empty write is answered when everything written before it has been parsed.
    if (!waits) this.#terminal.write("", () => this.#showNext());
  }

  #showNext(): void {
    const next = this.#next;
    this.#next = undefined;
    if (!next || this.#store.isDisposed) return;
    const { screen, size } = next.snapshot;
    this.#terminal.reset();
    this.#terminal.resize(size.cols, size.rows);
    // Opened after the screen is there: faster by far, and nothing half-drawn is seen.
    this.#boundary = new SequenceBoundary();
    this.#terminal.write(this.#boundary.take(screen), () => this.#open());
    for (const text of next.tail) this.#write(text);
  }

  #open(): void {
    if (this.#store.isDisposed) return;
    const first = !this.#opened;
    this.#opened = true;
    if (first) this.#terminal.open(this.#container);
    fitFont(this.#terminal, this.#container);
    // A dialog above keeps the keyboard: a session may be shown from outside while somebody fills it in.
    if (first && !document.activeElement?.closest("[role=dialog]")) this.#terminal.focus();
  }

  #write(text: string): void {
    if (this.#next) {
      this.#next.tail.push(text);
      return;
    }
    const whole = this.#boundary.take(text);
    if (whole === "") return;
    this.#unparsed += whole.length;
    this.#terminal.write(whole, () => {
      this.#unparsed -= whole.length;
    });
    if (this.#unparsed > MAX_UNPARSED) void this.#attachment?.attach();
  }
}
