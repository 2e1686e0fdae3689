/** Reads recordings in tests. */
import { parseEvent } from "../../shared/asciicast.ts";

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
