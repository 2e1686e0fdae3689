/** What the window needs of a terminal on the page; `XtermView` is the real one. */
import type { Event } from "../../shared/emitter.ts";
import type { Size } from "../../shared/protocol.ts";
import type { TerminalTheme } from "../theme/terminal-theme.ts";
import type { TextSize } from "./fit-font.ts";
import type { Line } from "./nearest-line.ts";
import type { CursorOf } from "./xterm-options.ts";

export type FindQuery = {
  readonly text: string;
  /** `text` is a regular expression. */
  readonly regex: boolean;
  readonly caseSensitive: boolean;
  /** The text is still being typed: the match that is selected stays selected while it matches. */
  readonly incremental: boolean;
};

/** `at` counts from 1; 0 when it is not known which one is selected. */
export type Matches = { readonly at: number; readonly count: number };

export interface TerminalView extends Disposable {
  /** What a person types: keystrokes, composed text and mouse reports; never the terminal's own answers. */
  readonly onInput: Event<string>;
  /** What a person pastes, as the clipboard has it. */
  readonly onPaste: Event<string>;
  /** The keyboard has come to the terminal (true) or has left it (false). */
  readonly onFocus: Event<boolean>;
  /** A person has scrolled to the first row that there is; `dragged`: by the scroll bar. */
  readonly onTop: Event<"scrolled" | "dragged">;
  /** The number of rows above the viewport when it is at the end. */
  readonly rowsAbove: number;
  /** The number of rows, scrollback included. 0 while a full-screen program shows, which has no rows that stay. */
  readonly rowCount: number;
  /** The height in px that its rows take of its space. */
  readonly height: number;
  /** Scrolls to a row, counted from the end: 1 is the last. */
  showRow(fromEnd: number): void;
  /** Selects a line and scrolls to it. False when the line is not there. */
  showLine(line: Line): boolean;
  /** Scrolls so that the viewport begins this many rows before where it is at the end. */
  scrollFromEnd(rows: number): void;
  /** The program has asked to be told which input is a paste. */
  readonly bracketsPastes: boolean;
  /** The selected text; empty for none. */
  readonly selection: string;
  /** Adds output. `parsed` is called once this and everything written before it has been parsed. */
  write(text: string, parsed: () => void): void;
  /** Remembers what is selected, by its place from the end. The result selects it again once the screen is another one. */
  keepSelection(): () => void;
  /** Forgets everything it shows and takes this size. */
  reset(size: Size): void;
  /** Puts it on the page the first time; after that, fits its type to the space again. */
  show(): void;
  focus(): void;
  /** The size of its type now, in px. */
  readonly typeSize: number;
  setTextSize(textSize: TextSize): void;
  setTheme(theme: TerminalTheme, cursorOf: CursorOf): void;
  /** How many matches there are, whenever a search has counted them. */
  readonly onMatches: Event<Matches>;
  /** Selects the next or previous match, and marks all. False when there is none. Throws a `SyntaxError` for a wrong regular expression. */
  find(query: FindQuery, direction: "next" | "previous"): boolean;
  endFind(): void;
  /** The size in cells that would fill its space with type of natural size. */
  sizeThatFits(): Size;
}
