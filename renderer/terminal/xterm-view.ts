/** A live terminal on the page: xterm in its container, with what a person does to it. */
import { SearchAddon } from "@xterm/addon-search";
import { UnicodeGraphemesAddon } from "@xterm/addon-unicode-graphemes";
import { WebLinksAddon } from "@xterm/addon-web-links";
import { type ILinkHandler, Terminal } from "@xterm/xterm";
import { Emitter } from "../../shared/emitter.ts";
import { DisposableStore, toDisposable } from "../../shared/lifecycle.ts";
import type { Size } from "../../shared/protocol.ts";
import { destinationOf } from "../../shared/link-destination.ts";
import { installGuards } from "../../shared/terminal-guards.ts";
import { assertLiveTerminal, assertScrollingTerminal, coreOf, type ScrollingCore } from "../../shared/terminal-internals.ts";
import type { TerminalTheme } from "../theme/terminal-theme.ts";
import { cellShape, fitFont, sizeThatFits, type TextSize } from "./fit-font.ts";
import { onPersonInput } from "./person-input.ts";
import { showCursor } from "./show-cursor.ts";
import { type Line, nearestLine } from "./nearest-line.ts";
import type { FindQuery, Matches, TerminalView } from "./terminal-view.ts";
import { drawWithGraphics } from "./webgl-renderer.ts";
import { CURSOR_FROM_THE_BEGINNING, type CursorOf, matchColors, themeOptions, xtermOptions } from "./xterm-options.ts";

type XtermViewOptions = {
  readonly container: HTMLElement;
  readonly theme: TerminalTheme;
  readonly textSize: TextSize;
  /** Whether the wheel may type: a program without scrollback gets it as cursor keys. */
  readonly isDriving: () => boolean;
  /** Whether the keyboard goes to the terminal once it is on the page. */
  readonly takesFocus: () => boolean;
  /** A person has asked for a link, by Ctrl or ⌘ and a click. */
  readonly followLink: (link: string) => void;
};

export class XtermView implements TerminalView {
  readonly #store = new DisposableStore();
  readonly #terminal: Terminal;
  readonly #search = new SearchAddon();
  /** The options of the last search, to notice a change. */
  #findKind = "";
  readonly #container: HTMLElement;
  readonly #onInput = this.#store.add(new Emitter<string>());
  readonly #onPaste = this.#store.add(new Emitter<string>());
  readonly #onFocus = this.#store.add(new Emitter<boolean>());
  readonly onInput = this.#onInput.event;
  readonly onPaste = this.#onPaste.event;
  readonly onFocus = this.#onFocus.event;
  readonly #onTop = this.#store.add(new Emitter<"scrolled" | "dragged">());
  readonly onTop = this.#onTop.event;
  readonly #onMatches = this.#store.add(new Emitter<Matches>());
  readonly onMatches = this.#onMatches.event;
  readonly #followLink: (link: string) => void;
  readonly #takesFocus: () => boolean;
  #theme: TerminalTheme;
  #textSize: TextSize;
  #cursorOf: CursorOf = "agent";
  #isOnPage = false;
  /** A person holds the scroll bar. */
  #isDragging = false;

  constructor({ container, theme, textSize, isDriving, takesFocus, followLink }: XtermViewOptions) {
    this.#container = container;
    this.#theme = theme;
    this.#textSize = textSize;
    this.#followLink = followLink;
    this.#takesFocus = takesFocus;
    this.#terminal = this.#createTerminal(isDriving);
    this.#store.add(toDisposable(() => this.#terminal.dispose()));
    this.#terminal.write(CURSOR_FROM_THE_BEGINNING);
    this.#watchSize();
    this.#listen("paste", (event) => this.#handlePaste(event), { capture: true });
    this.#watchScrollBar();
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

  keepSelection(): () => void {
    const terminal = this.#terminal;
    const selected = terminal.getSelectionPosition();
    if (!selected) return () => {};
    const { start, end } = selected;
    const fromEnd = terminal.buffer.active.length - start.y;
    const cells = (end.y - start.y) * terminal.cols + end.x - start.x;
    return () => terminal.select(start.x, terminal.buffer.active.length - fromEnd, cells);
  }

  reset({ cols, rows }: Size): void {
    this.#terminal.reset();
    this.#terminal.resize(cols, rows);
  }

  show(): void {
    const isFirst = !this.#isOnPage;
    this.#isOnPage = true;
    if (isFirst) {
      this.#terminal.open(this.#container);
      assertScrollingTerminal(this.#terminal);
      this.#store.add(drawWithGraphics(this.#terminal));
    }
    this.#fit();
    // A dialog or a menu above keeps the keyboard: a session may be shown from outside while somebody is in it.
    if (isFirst && this.#takesFocus() && !document.activeElement?.closest("[role=dialog], [role=menu]")) this.#terminal.focus();
  }

  focus(): void {
    this.#terminal.focus();
  }

  setTheme(theme: TerminalTheme, cursorOf: CursorOf): void {
    if (theme === this.#theme && cursorOf === this.#cursorOf) return;
    this.#theme = theme;
    this.#cursorOf = cursorOf;
    this.#terminal.options = themeOptions(theme, cursorOf);
    // Another typeface has letters of another size.
    if (this.#isOnPage) this.#fit();
  }

  get rowsAbove(): number {
    const { type, baseY } = this.#terminal.buffer.active;
    return type === "normal" ? baseY : 0;
  }

  get rowCount(): number {
    const { type, length } = this.#terminal.buffer.active;
    return type === "normal" ? length : 0;
  }

  get height(): number {
    const screen = this.#container.querySelector<HTMLElement>(".xterm-screen");
    return Math.min(this.#container.clientHeight, screen?.offsetHeight ?? 0);
  }

  showRow(fromEnd: number): void {
    // With some lines above it, so that it is seen where it belongs.
    const above = Math.floor(this.#terminal.rows / 4);
    this.scrollFromEnd(Math.max(0, fromEnd - this.#terminal.rows + above));
  }

  showLine(line: Line): boolean {
    const buffer = this.#terminal.buffer.active;
    const rows = buffer.type === "normal" ? nearestLine(buffer, line, this.#terminal.rows) : undefined;
    if (!rows) return false;
    this.#terminal.select(0, rows.first, rows.count * this.#terminal.cols);
    this.showRow(buffer.length - rows.first);
    return true;
  }

  scrollFromEnd(rows: number): void {
    const { _viewport: viewport } = coreOf(this.#terminal) as ScrollingCore;
    const line = Math.max(0, this.#terminal.buffer.active.baseY - rows);
    this.#terminal.scrollToLine(line);
    viewport.scrollToLine(line, true);
  }

  get typeSize(): number {
    return this.#terminal.options.fontSize ?? 0;
  }

  setTextSize(textSize: TextSize): void {
    if (textSize === this.#textSize) return;
    this.#textSize = textSize;
    if (this.#isOnPage) this.#fit();
  }

  find({ text, ...query }: FindQuery, direction: "next" | "previous"): boolean {
    const kind = `${query.regex} ${query.caseSensitive}`;
    // The addon notices another text, but not other options for the same text. Then its old matches must go first.
    if (kind !== this.#findKind) this.#search.clearDecorations();
    this.#findKind = kind;
    const options = { ...query, decorations: matchColors(this.#theme) };
    return direction === "next" ? this.#search.findNext(text, options) : this.#search.findPrevious(text, options);
  }

  endFind(): void {
    this.#search.clearDecorations();
    this.#terminal.clearSelection();
  }

  sizeThatFits(): Size {
    return sizeThatFits(this.#container, this.#textSize, cellShape(this.#theme.fontFamily));
  }

  [Symbol.dispose](): void {
    this.#store[Symbol.dispose]();
  }

  #createTerminal(isDriving: () => boolean): Terminal {
    const terminal = new Terminal({ ...xtermOptions(this.#theme), linkHandler: this.#linkHandler() });
    assertLiveTerminal(terminal);
    installGuards(terminal);
    terminal.loadAddon(new UnicodeGraphemesAddon());
    terminal.loadAddon(this.#search);
    this.#search.onDidChangeResults(({ resultIndex, resultCount }) =>
      this.#onMatches.fire({ at: resultIndex + 1, count: resultCount }),
    );
    terminal.loadAddon(new WebLinksAddon((event, link) => this.#handleLink(event, link)));
    onPersonInput(terminal, (text) => this.#onInput.fire(text));
    terminal.onScroll((line) => line === 0 && this.#isOnPage && this.rowsAbove > 0 && this.#handleTop());
    terminal.onCursorMove(() => this.#isOnPage && showCursor(terminal, this.#container));
    terminal.attachCustomWheelEventHandler(
      () => isDriving() || (terminal.buffer.active.type === "normal" && terminal.modes.mouseTrackingMode === "none"),
    );
    return terminal;
  }

  /** A link with a text of its own shows where it leads while the pointer is over it. */
  #linkHandler(): ILinkHandler {
    return {
      activate: (event, link) => this.#handleLink(event, link),
      hover: (_event, link) => (this.#container.title = destinationOf(link)?.href ?? "This link leads to no web page"),
      leave: () => (this.#container.title = ""),
    };
  }

  #handleLink(event: MouseEvent, link: string): void {
    if (event.ctrlKey || event.metaKey) this.#followLink(link);
  }

  /** Fits the type to the space, and keeps the scroll bar true: xterm 6.0.0 tells it neither of lines from before it was there nor of their new height. */
  #fit(): void {
    fitFont(this.#terminal, this.#container, this.#textSize);
    const { _viewport: viewport } = coreOf(this.#terminal) as ScrollingCore;
    viewport.queueSync();
    // xterm 6.0.0 draws the selection before the last one again at each new size, also when there is none any more.
    if (!this.#terminal.hasSelection()) this.#terminal.clearSelection();
    requestAnimationFrame(() => {
      if (this.#store.isDisposed) return;
      viewport.scrollToLine(this.#terminal.buffer.active.viewportY, true);
      showCursor(this.#terminal, this.#container);
    });
  }

  #handleTop(): void {
    this.#onTop.fire(this.#isDragging ? "dragged" : "scrolled");
  }

  #watchScrollBar(): void {
    const isScrollBar = ({ target }: Event): boolean => target instanceof Element && target.closest(".scrollbar") !== null;
    this.#listen("pointerdown", (event) => (this.#isDragging = isScrollBar(event)), { capture: true });
    const release = (): void => {
      this.#isDragging = false;
    };
    // The bar keeps the pointer, wherever that is let go.
    const types = ["pointerup", "pointercancel"] as const;
    for (const type of types) window.addEventListener(type, release);
    this.#store.add(toDisposable(() => types.forEach((type) => window.removeEventListener(type, release))));
  }

  #watchSize(): void {
    const sizes = new ResizeObserver(() => {
      if (this.#isOnPage) this.#fit();
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
