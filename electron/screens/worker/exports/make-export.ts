/** Makes the file of an export: one function for each format. Pictures are drawn by code that is loaded only for them. */
import type { ExportJob, MadeFormat } from "../../worker-protocol.ts";
import { ExportFile } from "./export-file.ts";
import { writeHtml } from "./html-format.ts";
import { writeInputs } from "./inputs-format.ts";
import { pictureAt, pictureColors } from "./picture.ts";
import { RecordingSource } from "./recording-source.ts";
import { writeReplayIndex } from "./replay-format.ts";
import { svgOf } from "./svg-format.ts";
import { writeJson, writeText, writeTimedText } from "./text-formats.ts";

/** Where a title is needed and the session has none. */
const UNNAMED = "Terminal recording";

type Write = (source: RecordingSource, file: ExportFile, job: ExportJob) => Promise<void>;

const WRITERS: Readonly<Record<MadeFormat, Write>> = {
  txt: (source, file) => writeText(source, file, false),
  ansi: (source, file) => writeText(source, file, true),
  "timed-text": (source, file) => writeTimedText(source, file),
  json: (source, file) => writeJson(source, file),
  index: (source, file) => writeReplayIndex(source, file),
  inputs: (source, file) => writeInputs(source, file),
  html: (source, file, { name = UNNAMED, assets = "" }) => writeHtml(source, file, { name, assets }),
  svg: async (source, file, { atMs, theme = "dark", name = UNNAMED }) =>
    file.add(svgOf(await pictureAt(source, file, atMs), pictureColors(theme), name)),
  png: async (source, file, { atMs, theme = "dark", assets = "" }) => {
    const { pngOf } = await import("../pictures/png.ts");
    await file.write(await pngOf(await pictureAt(source, file, atMs), pictureColors(theme), assets));
  },
  gif: async (source, file, { fromMs, toMs, drivers, theme = "dark", assets = "" }) => {
    const { writeGif } = await import("../pictures/gif.ts");
    await writeGif(source, file, { fromMs, toMs, drivers, colors: pictureColors(theme), assets });
  },
};

/** Creates the file, fills it, and returns its length in bytes. Rejects when the recording cannot be read, or the file exists. */
export async function makeExport(job: ExportJob, onProgress: (progress: number) => void): Promise<number> {
  const source = await RecordingSource.open(job);
  await using file = await ExportFile.create(job.target, onProgress);
  await WRITERS[job.format](source, file, job);
  await file.flush();
  return file.bytes;
}
