/** A recording as plain text; see rendered-text.ts for what of it. */
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { createInterface } from "node:readline";
import { type CastEvent, parseEvent } from "../../shared/asciicast.ts";
import type { Size } from "../../shared/protocol.ts";
import { RenderedText } from "./rendered-text.ts";

/** Writes the text of `recording` to `target` (created anew, 0600). */
export async function exportText(options: { recording: string; target: string; size: Size }): Promise<{ bytes: number }> {
  const file = await open(options.target, "wx", 0o600);
  let gathered = "";
  let bytes = 0;
  const write = async (): Promise<void> => {
    if (gathered === "") return;
    const text = gathered;
    gathered = "";
    bytes += (await file.write(text)).bytesWritten;
  };
  using rendered = new RenderedText(options.size, { take: (text) => (gathered += text), onlyVisible: false });
  try {
    for await (const event of eventsOf(options.recording)) {
      renderEvent(rendered, event);
      await write();
    }
    rendered.finish();
    await write();
    return { bytes };
  } finally {
    await file.close();
  }
}

/** The events of a recording; torn lines and what is none are passed over. */
export async function* eventsOf(recording: string): AsyncGenerator<CastEvent> {
  const lines = createInterface({ input: createReadStream(recording), crlfDelay: Number.POSITIVE_INFINITY });
  for await (const line of lines) {
    const parsed = parseEvent(line);
    if (parsed) yield parsed.event;
  }
}

export function renderEvent(rendered: RenderedText, event: CastEvent): void {
  if (event.kind === "output") rendered.output(event.text);
  else if (event.kind === "resize") rendered.resize(event.size);
}
