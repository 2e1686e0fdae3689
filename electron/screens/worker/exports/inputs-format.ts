/** Who typed what and when: every input of a recording, as a line of JSON (`RecordedInput`). */
import { driverIn } from "../../../../shared/asciicast.ts";
import type { RecordedInput } from "../../../../shared/recorded-input.ts";
import type { ExportFile } from "./export-file.ts";
import type { RecordingSource } from "./recording-source.ts";

/** Keys with a shorter pause between them are one input, up to Enter. */
const PAUSE_MS = 10_000;
/** A full-screen program may get keys for hours without an Enter. */
const MAX_TEXT = 64 * 1024;

export async function writeInputs(source: RecordingSource, file: ExportFile): Promise<void> {
  const { startedAtMs } = source.header;
  let driver = { name: "", kind: "" };
  let line: RecordedInput | undefined;
  let typedAtMs = 0;
  const end = (): void => {
    if (line) file.add(`${JSON.stringify(line)}\n`);
    line = undefined;
  };
  for await (const { event, atMs } of source.events(file)) {
    const next = event.kind === "marker" ? driverIn(event.label) : undefined;
    if (next) {
      end();
      driver = next;
    }
    if (event.kind !== "input") continue;
    if (atMs - typedAtMs >= PAUSE_MS) end();
    typedAtMs = atMs;
    line = { atMs: Math.round(line?.atMs ?? startedAtMs + atMs), ...driver, text: (line?.text ?? "") + event.text };
    if (/[\r\n]$/.test(event.text) || line.text.length > MAX_TEXT) end();
  }
  end();
}
