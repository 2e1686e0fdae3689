/**
 * The formats of an export: asciicast v3, asciicast v2, and plain text. This file
 * loads no schemas, because the command line must start fast.
 */
export const EXPORT_FORMATS = ["cast", "cast-v2", "txt"] as const;

export type ExportFormat = (typeof EXPORT_FORMATS)[number];
