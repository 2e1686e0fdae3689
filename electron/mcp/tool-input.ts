/** What an agent wants typed, as input parts: `data`, then `keys`, then `click`, then Enter with `submit`. */
import { HostError } from "../../shared/errors.ts";
import type { Click, InputPart } from "../../shared/protocol.ts";

type Raw = Readonly<Record<string, unknown>>;

const BUTTONS = ["left", "middle", "right", "wheelup", "wheeldown"] as const;
const CLICK_EXAMPLE = '{"row":3,"col":10} or {"text":"Quit"}';

/**
 * The parts of `data` (text as it is, control characters included, as
 * terminalcp takes it), `keys` (names, or one name), `click` and `submit`.
 * Undefined when there is none of them at all. Throws `bad-request` for a wrong one.
 */
export function inputParts(raw: Raw): InputPart[] | undefined {
  const { data, keys, click, submit } = raw;
  if ([data, keys, click, submit].every((value) => value === undefined || value === null)) return undefined;
  const parts: InputPart[] = [];
  if (data !== undefined && data !== null) {
    if (typeof data !== "string") throw wrong("data", "a string");
    if (data !== "") parts.push({ text: data });
  }
  for (const key of listOf(keys)) {
    if (typeof key !== "string" || key === "" || key.length > 64) throw wrong("keys", 'a list of key names such as ["C-c","Up"]');
    parts.push({ key });
  }
  if (click !== undefined && click !== null) parts.push({ click: clickOf(click) });
  if (submit === true || submit === "true") parts.push({ key: "Enter" });
  return parts;
}

function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

function clickOf(value: unknown): Click {
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
