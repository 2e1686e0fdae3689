/** Reads the argument `click` of a tool call. */
import { isRecord } from "../../shared/json.ts";
import { MOUSE_BUTTONS } from "../../shared/mouse-buttons.ts";
import type { Click } from "../../shared/protocol.ts";
import { wrongArgument } from "./tool-arguments.ts";

const CLICK_EXAMPLE = '{"row":3,"col":10} or {"text":"Quit"}';

/** Reads a click: `{row, col}` from 1, `{text}`, or the label as a string. Throws `bad-request` for anything else. */
export function clickOf(value: unknown): Click {
  if (typeof value === "string" && value !== "") return { text: label(value) };
  if (!isRecord(value)) throw wrongArgument("click", CLICK_EXAMPLE);
  const { row, col, text, button } = value;
  const found = MOUSE_BUTTONS.find((name) => name === button);
  if (button !== undefined && !found) throw wrongArgument("click.button", `one of ${MOUSE_BUTTONS.join(", ")}`);
  const withButton = found && { button: found };
  if (typeof text === "string" && text !== "" && row === undefined && col === undefined) {
    return { text: label(text), ...withButton };
  }
  if (text !== undefined) throw wrongArgument("click", CLICK_EXAMPLE);
  return { row: cell("click.row", row, 500), col: cell("click.col", col, 1000), ...withButton };
}

function label(text: string): string {
  if (text.length > 200) throw wrongArgument("click.text", "a label of at most 200 characters");
  return text;
}

function cell(name: string, value: unknown, max: number): number {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (typeof number === "number" && Number.isInteger(number) && number >= 1 && number <= max) return number;
  throw wrongArgument(name, `a whole number from 1 to ${max}`);
}
