/** Reads recordings in tests. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { type CastEvent, parseEvent, parseHeader } from "../../shared/asciicast.ts";
import type { Home } from "./home.ts";
import { sessionKeys } from "./test-host.ts";

/** What each driver typed, by the name its markers carry. */
export function inputsByDriver(cast: string): Map<string, string> {
  const inputs = new Map<string, string>();
  let driver = "";
  for (const line of cast.split("\n")) {
    const event = parseEvent(line)?.event;
    if (event?.kind === "marker" && event.label.startsWith("driver: ")) driver = event.label.slice("driver: ".length);
    if (event?.kind === "input") inputs.set(driver, (inputs.get(driver) ?? "") + event.text);
  }
  return inputs;
}

/** Every line of every recording parses, the header first; a torn tail may be the last. */
export function readCast(file: string, options: { mayBeTorn?: boolean } = {}): CastEvent[] {
  const [header = "", ...lines] = readFileSync(file, "utf8").split("\n");
  const tail = lines.pop() ?? "";
  if (!options.mayBeTorn) expect(tail).toBe("");
  expect(parseHeader(header)).toBeDefined();
  expect(Object.keys(JSON.parse(header) as object).sort()).toEqual(["term", "timestamp", "version"]);
  return lines.map((line) => {
    const event = parseEvent(line)?.event;
    if (!event) throw new Error(`Not an event: ${line}`);
    return event;
  });
}

/** The path of the one recording in a home. */
export function onlyCast(home: Home): string {
  const [key, ...more] = sessionKeys(home);
  expect(more).toEqual([]);
  return join(home.paths.recordings, `${key}.cast`);
}

/** All output of a recording. */
export const outputOf = (events: readonly CastEvent[]): string =>
  events.map((event) => (event.kind === "output" ? event.text : "")).join("");
