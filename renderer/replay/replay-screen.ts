/** A terminal that shows and takes no keys: that of a replay, and that of a shared session. */
import { UnicodeGraphemesAddon } from "@xterm/addon-unicode-graphemes";
import { Terminal } from "@xterm/xterm";
import { DisposableStore, toDisposable } from "../../shared/lifecycle.ts";
import type { Size } from "../../shared/protocol.ts";
import type { ReplaySink } from "../../shared/replay/replay-player.ts";
import { installGuards } from "../../shared/terminal-guards.ts";
import { fitFont } from "../terminal/fit-font.ts";
import { showCursor } from "../terminal/show-cursor.ts";
import { CURSOR_FROM_THE_BEGINNING, themeOptions, xtermOptions } from "../terminal/xterm-options.ts";
import type { TerminalTheme } from "../theme/terminal-theme.ts";

export class ReplayScreen implements ReplaySink, Disposable {
  readonly #store = new DisposableStore();
  readonly #terminal: Terminal;
  readonly #container: HTMLElement;

  constructor(container: HTMLElement, theme: TerminalTheme) {
    this.#container = container;
    this.#terminal = new Terminal({
      ...xtermOptions(theme),
      // Nobody is asked where a link leads, so links lead nowhere.
      ...{ disableStdin: true, scrollback: 0, linkHandler: { activate: () => {} } },
    });
    this.#store.add(toDisposable(() => this.#terminal.dispose()));
    installGuards(this.#terminal);
    this.#terminal.loadAddon(new UnicodeGraphemesAddon());
    this.#terminal.write(CURSOR_FROM_THE_BEGINNING);
    this.#terminal.open(container);
    // The terminal is no stop for Tab: the controls below it have the keys.
    if (this.#terminal.textarea) this.#terminal.textarea.tabIndex = -1;
    // The wheel scrolls the container: there are no rows above the screen.
    this.#terminal.attachCustomWheelEventHandler(() => false);
    this.#terminal.onCursorMove(() => showCursor(this.#terminal, container));
    const sizes = new ResizeObserver(() => this.#fit());
    sizes.observe(container);
    this.#store.add(toDisposable(() => sizes.disconnect()));
  }

  show(screen: string, size: Size): void {
    this.#terminal.reset();
    this.resize(size);
    this.#terminal.write(screen);
  }

  write(text: string): void {
    this.#terminal.write(text);
  }

  resize({ cols, rows }: Size): void {
    // What was written before has the size from before.
    this.#terminal.write("", () => {
      if (this.#store.isDisposed) return;
      this.#terminal.resize(cols, rows);
      this.#fit();
    });
  }

  setTheme(theme: TerminalTheme): void {
    this.#terminal.options = themeOptions(theme, "agent");
    this.#fit();
  }

  /** The selection, or all that shows: lines without the blanks at their ends. */
  get text(): string {
    const selection = this.#terminal.getSelection();
    if (selection !== "") return selection;
    const { active } = this.#terminal.buffer;
    const lines = Array.from(
      { length: this.#terminal.rows },
      (_, row) => active.getLine(active.baseY + row)?.translateToString(true) ?? "",
    );
    return `${lines.join("\n").trimEnd()}\n`;
  }

  #fit(): void {
    fitFont(this.#terminal, this.#container, 0);
    showCursor(this.#terminal, this.#container);
  }

  [Symbol.dispose](): void {
    this.#store[Symbol.dispose]();
  }
}
