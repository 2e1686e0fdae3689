/**
 * Clicks as the bytes that a terminal sends for them, in the form the program
 * has asked for (XTerm Control Sequences, "Mouse Tracking").
 */
import type { MouseState } from "../../screens/screen-types.ts";
import { HostError } from "../../../shared/errors.ts";
import type { Click, InputPart, MouseButton } from "../../../shared/protocol.ts";
import type { CalledSession } from "./called-session.ts";

/** A part of input for which the screen need not be asked any more. */
export type ReadyPart = Clickless | { readonly mouse: string };

const BUTTON_CODES: Readonly<Record<MouseButton, number>> = { left: 0, middle: 1, right: 2, wheelup: 64, wheeldown: 65 };
/** The release of any button, in the encoding that does not name the button. */
const RELEASE_CODE = 3;
/** The old encoding has one byte for a column or row. Above this value the byte would not be UTF-8. */
const MAX_OLD_COORDINATE = 95;

export type Clickless = Exclude<InputPart, { click: Click }>;

export function hasNoClicks(input: readonly InputPart[]): input is readonly Clickless[] {
  return input.every((part) => !("click" in part));
}

/**
 * Replaces every click by the bytes that a terminal sends for it. Rejects with
 * `bad-request` when there is nothing to click at, or when the program does not
 * listen to the mouse.
 */
export async function withClicksAimed(session: CalledSession, input: readonly InputPart[]): Promise<readonly ReadyPart[]> {
  if (hasNoClicks(input)) return input;
  session.flush();
  return Promise.all(
    input.map(async (part) => {
      if (!("click" in part)) return part;
      const label = "text" in part.click ? { label: part.click.text } : {};
      return { mouse: clickText(part.click, await session.screen.ask("mouseState", label)) };
    }),
  );
}

/** The bytes of one click on a screen. */
export function clickText(click: Click, screen: MouseState): string {
  const { tracking, encoding } = screen;
  if (tracking === "none") {
    throw new HostError("bad-request", "The program does not listen to the mouse now. Use keys, or start it with mouse support");
  }
  const { row, col } = cellOf(click, screen);
  const code = BUTTON_CODES[click.button ?? "left"];
  const isWheel = code >= 64;
  if (tracking === "x10" && isWheel) throw new HostError("bad-request", "The program listens to buttons, not to the wheel");
  const pressesOnly = tracking === "x10" || isWheel;
  switch (encoding) {
    case "SGR":
      return `\x1b[<${code};${col};${row}M${pressesOnly ? "" : `\x1b[<${code};${col};${row}m`}`;
    case "DEFAULT":
      if (Math.max(row, col) > MAX_OLD_COORDINATE) {
        throw new HostError("bad-request", `The program's mouse protocol ends at row and column ${MAX_OLD_COORDINATE}`);
      }
      return oldReport(code, row, col) + (pressesOnly ? "" : oldReport(RELEASE_CODE, row, col));
    default:
      throw new HostError("bad-request", `The program wants clicks in a form that is not supported (${encoding}). Use keys`);
  }
}

function oldReport(code: number, row: number, col: number): string {
  return `\x1b[M${String.fromCharCode(code + 32, col + 32, row + 32)}`;
}

function cellOf(click: Click, { size, labelCells }: MouseState): { row: number; col: number } {
  if (!("text" in click)) {
    if (click.row > size.rows || click.col > size.cols) {
      throw new HostError(
        "bad-request",
        `There is no row ${click.row}, column ${click.col}: the screen has ${size.rows} rows and ${size.cols} columns`,
      );
    }
    return click;
  }
  const [cell, ...others] = labelCells;
  const label = JSON.stringify(click.text);
  if (!cell)
    throw new HostError(
      "bad-request",
      `${label} is not on the screen. Look with stdout; what has scrolled off cannot be clicked`,
    );
  if (others.length === 0) return cell;
  const cells = labelCells.slice(0, 5).map(({ row, col }) => `row ${row} col ${col}`);
  const more = labelCells.length > 5 ? " …" : "";
  throw new HostError(
    "bad-request",
    `${label} is on the screen ${labelCells.length} times: ${cells.join(", ")}${more}. Click by row and col`,
  );
}
