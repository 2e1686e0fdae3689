/** A recording as plain text; see rendered-text.ts for what of it. */
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { type CastEvent, parseEvent, parseHeader } from "../../../shared/asciicast.ts";
import type { Size } from "../../../shared/protocol.ts";
import { RenderedText } from "./rendered-text.ts";

const LF = 0x0a;
const MAX_HEADER = 4096;

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
  const size = await firstSize(options.recording, options.size);
  using rendered = new RenderedText(size, { take: (text) => (gathered += text), onlyVisible: false });
  try {
    for await (const { event } of eventsFrom(options.recording, 0)) {
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

/**
 * The events of a recording from byte `position` on, where a line begins, each with the position after it; torn lines and
 * what is none are passed over.
 */
export async function* eventsFrom(
  recording: string,
  position: number,
): AsyncGenerator<{ readonly event: CastEvent; readonly next: number }> {
  let next = position;
  let rest: Buffer = Buffer.alloc(0);
  for await (const block of createReadStream(recording, { start: position }) as AsyncIterable<Buffer>) {
    let bytes = rest.length > 0 ? Buffer.concat([rest, block]) : block;
    for (let end = bytes.indexOf(LF); end >= 0; end = bytes.indexOf(LF)) {
      next += end + 1;
      const parsed = parseEvent(bytes.toString("utf8", 0, end));
      bytes = bytes.subarray(end + 1);
      if (parsed) yield { event: parsed.event, next };
    }
    rest = bytes;
  }
}

/** The size that the terminal began with; `otherwise` where the header does not say. */
export async function firstSize(recording: string, otherwise: Size): Promise<Size> {
  const file = await open(recording, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_HEADER), 0, MAX_HEADER, 0);
    return parseHeader(buffer.toString("utf8", 0, bytesRead).split("\n", 1)[0] ?? "")?.size ?? otherwise;
  } finally {
    await file.close();
  }
}

export function renderEvent(rendered: RenderedText, event: CastEvent): void {
  if (event.kind === "output") rendered.output(event.text);
  else if (event.kind === "resize") rendered.resize(event.size);
}
