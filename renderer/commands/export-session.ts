/** Saves a session's recording as a file, fetched from the host piece by piece. */
import { messageOf } from "../../shared/errors.ts";
import type { SessionInfo } from "../../shared/protocol.ts";
import { saveFile } from "./save-file.ts";
import { showError } from "./session-actions.ts";
import type { App } from "../state/app-context.ts";
import { titleOf } from "../state/session-display.ts";

/** `cast` is asciicast v3, as recorded; `txt` is what the screen showed, as plain text. */
export type ExportFormat = "cast" | "txt";

export async function exportSession(app: App, session: SessionInfo, format: ExportFormat): Promise<void> {
  try {
    const { pieces, fileName } = await fetchExport(app, session, format);
    saveFile(new Blob(pieces, { type: format === "txt" ? "text/plain" : "application/x-asciicast" }), fileName);
  } catch (error) {
    showError(app, `${titleOf(session)} was not exported`, messageOf(error));
  }
}

async function fetchExport(
  app: App,
  session: SessionInfo,
  format: ExportFormat,
): Promise<{ pieces: string[]; fileName: string }> {
  const pieces: string[] = [];
  let from: string | undefined;
  for (;;) {
    const page = await app.host.request("session/export", { id: session.id, format, ...(from === undefined ? {} : { from }) });
    pieces.push(page.text);
    if (page.next === undefined) return { pieces, fileName: page.fileName };
    from = page.next;
  }
}
