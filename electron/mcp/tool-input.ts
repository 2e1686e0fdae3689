/** Reads a click out of what an agent sends for one. */
import { HostError } from "../../shared/errors.ts";
import type { Click } from "../../shared/protocol.ts";

type Raw = Readonly<Record<string, unknown>>;

const BUTTONS = ["left", "middle", "right", "wheelup", "wheeldown"] as const;
const CLICK_EXAMPLE = '{"row":3,"col":10} or {"text":"Quit"}';

/** A click: a cell, a label, or a label alone. Throws `bad-request` for what is none of them. */
export function clickOf(value: unknown): Click {
  if (typeof value === "string" && value !== "") return { text: label(value) };
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw wrong("click", CLICK_EXAMPLE);
  const { row, col, text, button } = value as Raw;
  const known = BUTTONS.find((name) => name === button);
  if (button !== undefined && !known) throw wrong("click.button", `one of ${BUTTONS.join(", ")}`);
  const pressed = known && { button: known };
  if (typeof text === "string" && text !== "" && row === undefined && col === undefined) return { text: label(text), ...pressed };
  if (text !== undefined) throw wrong("click", CLICK_EXAMPLE);
  return { row: cell("click.row", row, 500), col: cell("click.col", col, 1000), ...pressed };
}

function label(text: string): string {
  if (text.length > 200) throw wrong("click.text", "a label of at most 200 characters");
  return text;
}

function cell(name: string, value: unknown, most: number): number {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (typeof number === "number" && Number.isInteger(number) && number >= 1 && number <= most) return number;
  throw wrong(name, `a whole number from 1 to ${most}`);
}

function wrong(name: string, kind: string): HostError {
  return new HostError("bad-request", `${name} must be ${kind}`);
}
