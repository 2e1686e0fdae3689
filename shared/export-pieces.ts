/** Fetches an export from the host, piece by piece. */
import type { ExportPiece } from "./protocol.ts";

/** Asks for the piece that follows `from`, or for the first. */
export type FetchPiece = (from: { from?: string }) => Promise<ExportPiece>;

/** Every piece, the empty ones that tell of progress, too. When the caller stops early, `cancel` is called with the export's key. */
export async function* exportPieces(fetch: FetchPiece, cancel: (from: string) => Promise<unknown>): AsyncGenerator<ExportPiece> {
  let from: string | undefined;
  try {
    do {
      const piece = await fetch(from === undefined ? {} : { from });
      from = piece.next;
      yield piece;
    } while (from !== undefined);
  } finally {
    // Nobody is told of it: the connection may have ended, and the host has forgotten the export then.
    if (from !== undefined) await cancel(from).catch(() => {});
  }
}
