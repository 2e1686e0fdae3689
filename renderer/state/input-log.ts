/** The host's input log as a person reads it. Pure. */
import type { Result } from "../../shared/protocol.ts";

export type Input = Result<"session/inputs">[number];

/** Two keys with a longer pause between them belong to two lines. */
const PAUSE_MS = 10_000;

/** Joins keys into lines. A line ends with Enter, with a pause, or when another client types. */
export function joinInputs(inputs: readonly Input[]): Input[] {
  const lines: Input[] = [];
  let lastAtMs = 0;
  for (const input of inputs) {
    const line = lines.at(-1);
    const goesOn = line?.client.id === input.client.id && !/[\r\n]$/.test(line.text) && input.atMs - lastAtMs < PAUSE_MS;
    if (line && goesOn) line.text += input.text;
    else lines.push({ ...input });
    lastAtMs = input.atMs;
  }
  return lines;
}
