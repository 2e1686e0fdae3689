/** Exports as text: what the screen showed, plain or with its colors; its lines with their times, for searching; and the events as JSON. */
import type { CastEvent } from "../../../../shared/asciicast.ts";
import { LineSplitter } from "../../../../shared/line-splitter.ts";
import { RenderedText } from "../rendered-text.ts";
import type { ExportFile } from "./export-file.ts";
import type { RecordingSource } from "./recording-source.ts";

/** What the screen showed, as plain text; `isStyled`: with colors, as escape sequences that do nothing else. */
export async function writeText(source: RecordingSource, file: ExportFile, isStyled: boolean): Promise<void> {
  const take = (text: string): void => file.add(text);
  using rendered = new RenderedText(source.header.size, { take, onlyVisible: false, isStyled });
  for await (const { event } of source.events(file)) renderEvent(rendered, event);
  rendered.finish();
}

/** Each line that the screen showed: the second in which the output came to it, a tab, and the text. */
export async function writeTimedText(source: RecordingSource, file: ExportFile): Promise<void> {
  let seconds = 0;
  const lines = new LineSplitter();
  const take = (text: string): void => {
    for (const line of lines.push(text)) if (!line.endsWith("\t")) file.add(`${line}\n`);
  };
  using rendered = new RenderedText(source.header.size, { take, onlyVisible: true, stamp: () => `${seconds}\t` });
  for await (const { event, atMs } of source.events(file)) {
    seconds = Math.floor(atMs / 1000);
    renderEvent(rendered, event);
  }
  rendered.finish();
}

/** One JSON object: what the header tells, and every event with its time in seconds since the start. */
export async function writeJson(source: RecordingSource, file: ExportFile): Promise<void> {
  const { size, startedAtMs } = source.header;
  const head = JSON.stringify({ version: 1, startedAt: new Date(startedAtMs).toISOString(), size });
  file.add(`${head.slice(0, -1)},"events":[`);
  let separator = "\n";
  for await (const { event, atMs } of source.events(file)) {
    file.add(`${separator}${JSON.stringify({ at: Math.round(atMs) / 1000, ...jsonFields(event) })}`);
    separator = ",\n";
  }
  file.add("\n]}\n");
}

function jsonFields(event: CastEvent): Record<string, unknown> {
  const { kind, ...fields } = event;
  return { kind, ...fields };
}

/** Renders what an event changes on the screen: output and resizes do. */
export function renderEvent(rendered: RenderedText, event: CastEvent): void {
  if (event.kind === "output") rendered.output(event.text);
  else if (event.kind === "resize") rendered.resize(event.size);
}
