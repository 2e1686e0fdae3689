/** A live terminal on the page: xterm in its container, with what a person does to it. */
import { SearchAddon } from "@xterm/addon-search";
import { UnicodeGraphemesAddon } from "@xterm/addon-unicode-graphemes";
import { WebLinksAddon } from "@xterm/addon-web-links";
import { Terminal } from "@xterm/xterm";
import { Emitter } from "../../shared/emitter.ts";
import { DisposableStore, toDisposable } from "../../shared/lifecycle.ts";
import type { Size } from "../../shared/protocol.ts";
import { installGuards } from "../../shared/terminal-guards.ts";
import { assertLiveTerminal } from "../../shared/terminal-internals.ts";
import type { ThemeName } from "../theme/tokens.ts";
import { fitFont, sizeThatFits } from "./fit-font.ts";
import { onPersonInput } from "./person-input.ts";
import type { TerminalView } from "./terminal-view.ts";
import { type CursorOf, openLink, xtermOptions, xtermTheme } from "./xterm-options.ts";

type XtermViewOptions = {
  readonly container: HTMLElement;
  readonly theme: ThemeName;
  /** Whether the wheel may type: a program without scrollback gets it as cursor keys. */
  readonly isDriving: () => boolean;
};

export class XtermView implements TerminalView {
  readonly #store = new DisposableStore();
  readonly #terminal: Terminal;
  readonly #search = new SearchAddon();
  readonly #container: HTMLElement;
  readonly #onInput = this.#store.add(new Emitter<string>());
  readonly #onPaste = this.#store.add(new Emitter<string>());
  readonly #onFocus = this.#store.add(new Emitter<boolean>());
  readonly onInput = this.#onInput.event;
  readonly onPaste = this.#onPaste.event;
  readonly onFocus = this.#onFocus.event;
  #theme: ThemeName;
  #cursorOf: CursorOf = "agent";
  #isOnPage = false;

  constructor({ container, theme, isDriving }: XtermViewOptions) {
    this.#container = container;
    this.#theme = theme;
    this.#terminal = this.#createTerminal(isDriving);
    this.#store.add(toDisposable(() => this.#terminal.dispose()));
    this.#watchSize();
    this.#listen("paste", (event) => this.#handlePaste(event), { capture: true });
    this.#listen("focusin", () => this.#onFocus.fire(true));
    this.#listen("focusout", () => this.#onFocus.fire(false));
  }

  get bracketsPastes(): boolean {
    return this.#terminal.modes.bracketedPasteMode;
  }

  get selection(): string {
    return this.#terminal.getSelection();
  }

  write(text: string, parsed: () => void): void {
    this.#terminal.write(text, parsed);
  }

  reset({ cols, rows }: Size): void {
    this.#terminal.reset();
    this.#terminal.resize(cols, rows);
  }

  show(): void {
    const isFirst = !this.#isOnPage;
    this.#isOnPage = true;
    if (isFirst) this.#terminal.open(this.#container);
    fitFont(this.#terminal, this.#container);
    // A dialog above keeps the keyboard: a session may be shown from outside while somebody fills it in.
    if (isFirst && !document.activeElement?.closest("[role=dialog]")) this.#terminal.focus();
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

  sizeThatFits(): Size {
    return sizeThatFits(this.#container);
  }

  [Symbol.dispose](): void {
    this.#store[Symbol.dispose]();
  }

  #createTerminal(isDriving: () => boolean): Terminal {
    const terminal = new Terminal({ ...xtermOptions(this.#theme), linkHandler: { activate: openLink } });
    assertLiveTerminal(terminal);
    installGuards(terminal);
    terminal.loadAddon(new UnicodeGraphemesAddon());
    terminal.loadAddon(this.#search);
    terminal.loadAddon(new WebLinksAddon(openLink));
    onPersonInput(terminal, (text) => this.#onInput.fire(text));
    terminal.attachCustomWheelEventHandler(
      () => isDriving() || (terminal.buffer.active.type === "normal" && terminal.modes.mouseTrackingMode === "none"),
    );
    return terminal;
  }

  #watchSize(): void {
    const sizes = new ResizeObserver(() => {
      if (this.#isOnPage) fitFont(this.#terminal, this.#container);
    });
    sizes.observe(this.#container);
    this.#store.add(toDisposable(() => sizes.disconnect()));
  }

  #handlePaste(event: ClipboardEvent): void {
    // Before xterm's own handler, which would send control characters as they are.
    event.preventDefault();
    event.stopPropagation();
    this.#onPaste.fire(event.clipboardData?.getData("text/plain") ?? "");
  }

  #listen<K extends keyof HTMLElementEventMap>(
    type: K,
    listener: (event: HTMLElementEventMap[K]) => void,
    options?: AddEventListenerOptions,
  ): void {
    this.#container.addEventListener(type, listener, options);
    this.#store.add(toDisposable(() => this.#container.removeEventListener(type, listener, options)));
  }
}
