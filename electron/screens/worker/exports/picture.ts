/** What a picture shows: the screen at one moment, as runs of text, with its colors. */
import { paletteOf, type PaletteName, PALETTES } from "../../../../shared/terminal-palettes.ts";
import { MINIMUM_CONTRAST, type TerminalColors } from "../../../../shared/run-colors.ts";
import type { Run, Size, TileFrame } from "../../../../shared/protocol.ts";
import { Screen } from "../screen.ts";
import type { ExportFile } from "./export-file.ts";
import type { RecordingSource } from "./recording-source.ts";

export type Picture = {
  readonly size: Size;
  readonly cursor: TileFrame["cursor"];
  /** The runs of each row of the viewport. */
  readonly rows: readonly (readonly Run[])[];
};

export function pictureColors(theme: PaletteName): TerminalColors {
  const { background, foreground } = PALETTES[theme];
  return { background, foreground, cursor: foreground, palette: paletteOf(theme), minimumContrast: MINIMUM_CONTRAST };
}

/** The screen as it is now. */
export function pictureOf(screen: Screen): Picture {
  const { size, cursor, rows } = screen.frame(0);
  const byRow = new Map(rows);
  return { size, cursor, rows: Array.from({ length: size.rows }, (_, y) => byRow.get(y) ?? []) };
}

/** The screen at a moment, by default at the end. */
export async function pictureAt(source: RecordingSource, file: ExportFile, atMs?: number): Promise<Picture> {
  using screen = new Screen(source.header.size);
  for await (const { event } of source.events(file, atMs)) {
    if (event.kind === "output") screen.write(event.text, true);
    else if (event.kind === "resize") screen.resize(event.size);
  }
  return pictureOf(screen);
}
