/** A line below the screen of a moving picture: who typed last, an agent, a person or a script, as the window names them. */
import { type CastEvent, driverIn } from "../../../../shared/asciicast.ts";
import { type Actor, actorOf } from "../../../../shared/client-kind.ts";
import type { ClientKind, Size } from "../../../../shared/protocol.ts";
import { oneLine } from "../../../../shared/visible-unicode.ts";
import { type Picture, pictureOf } from "../exports/picture.ts";
import { Screen } from "../screen.ts";

/** Bold black on violet for an agent, on cyan for a person and on gray for a script, the window's colors for them. */
const SIGNS: Readonly<Record<Actor, string>> = {
  agent: "\x1b[0;1;30;45m ▲",
  person: "\x1b[0;1;30;46m ●",
  script: "\x1b[0;1;30;47m ›",
};
/** From the left edge of an empty line. A long name is cut at the right one. */
const LINE_START = "\x1b[?25l\x1b[?7l\x1b[0m\r\x1b[2K";

export class DriverLine implements Disposable {
  /** The size of the whole picture, in cells. */
  readonly frame: Size;
  /** The line is a terminal of one row: so names take the cells that they take in a terminal. */
  readonly #line: Screen;

  /** `largest`: the largest size of the screen above. */
  constructor({ cols, rows }: Size) {
    this.frame = { cols, rows: rows + 1 };
    this.#line = new Screen({ cols, rows: 1 });
  }

  /** Takes an event of the recording. True when the line has changed: another driver begins. */
  takes(event: CastEvent): boolean {
    const driver = event.kind === "marker" ? driverIn(event.label) : undefined;
    if (!driver) return false;
    const sign = SIGNS[actorOf({ ...driver, kind: driver.kind as ClientKind })];
    this.#line.write(`${LINE_START}${sign} ${oneLine(driver.name)} `, true);
    return true;
  }

  /** The picture of the screen with the line below it. */
  below(screen: Picture): Picture {
    const line = pictureOf(this.#line).rows[0] ?? [];
    const blank = Array.from({ length: this.frame.rows - 1 - screen.rows.length }, () => []);
    return { ...screen, rows: [...screen.rows, ...blank, line] };
  }

  [Symbol.dispose](): void {
    this.#line[Symbol.dispose]();
  }
}
