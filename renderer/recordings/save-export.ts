/** Fetches an export from the host, piece by piece, and saves it as a file. */
import { type ExportFormat, FORMAT_FACTS } from "../../shared/export-formats.ts";
import { exportPieces } from "../../shared/export-pieces.ts";
import type { ExportRequest } from "../../shared/protocol.ts";
import { saveFile } from "../commands/save-file.ts";
import type { App } from "../state/app-context.ts";

export type SaveOptions = {
  readonly id: string;
  readonly request: ExportRequest;
  /** Hears numbers from 0 to 1. */
  readonly onProgress: (progress: number) => void;
  /** Ends it. Nothing is saved then. */
  readonly signal: AbortSignal;
};

/** Rejects as `recording/export` does. */
export async function saveExport(app: App, { id, request, onProgress, signal }: SaveOptions): Promise<void> {
  const parts: (string | Uint8Array<ArrayBuffer>)[] = [];
  let fileName = "recording";
  const pieces = exportPieces(
    (from) => app.host.request("recording/export", { id, ...request, ...from }),
    (from) => app.host.request("export/cancel", { from }),
  );
  for await (const piece of pieces) {
    // Leaving the loop cancels the export.
    if (signal.aborted) return;
    fileName = piece.fileName;
    parts.push(piece.encoding === "base64" ? bytesOf(piece.text) : piece.text);
    onProgress(piece.progress);
  }
  saveFile(new Blob(parts, { type: FORMAT_FACTS[request.format].mediaType }), fileName);
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
}

/** What a person reads of each format. */
export const FORMAT_LABELS: Readonly<Record<ExportFormat, string>> = {
  cast: "asciicast v3 (.cast), plays in asciinema 3",
  "cast-v2": "asciicast v2 (.cast), plays in asciinema 2",
  txt: "Text (.txt)",
  ansi: "Text with colors (.ansi)",
  json: "Every event (.json)",
  html: "A page that plays it (.html)",
  svg: "Picture of one moment (.svg)",
  png: "Picture of one moment (.png)",
  gif: "Moving picture (.gif)",
};
