/**
 * The formats of an export. This file loads no schemas, because the command line
 * must start fast.
 * - `cast`, `cast-v2`: asciicast v3 and v2
 * - `txt`, `ansi`: what the screen showed, as plain text, or with its colors
 * - `json`: every event, with its time since the start
 * - `html`: one file that plays the recording in a browser, without a network
 * - `svg`, `png`: a picture of one moment
 * - `gif`: a moving picture of a stretch
 */
export const EXPORT_FORMATS = ["cast", "cast-v2", "txt", "ansi", "json", "html", "svg", "png", "gif"] as const;

export type ExportFormat = (typeof EXPORT_FORMATS)[number];

type FormatFacts = { readonly extension: string; readonly mediaType: string };

/** What a file of each format is called and how programs know it. */
export const FORMAT_FACTS: Readonly<Record<ExportFormat, FormatFacts>> = {
  cast: { extension: "cast", mediaType: "application/x-asciicast" },
  "cast-v2": { extension: "cast", mediaType: "application/x-asciicast" },
  txt: { extension: "txt", mediaType: "text/plain" },
  ansi: { extension: "ansi", mediaType: "text/plain" },
  json: { extension: "json", mediaType: "application/json" },
  html: { extension: "html", mediaType: "text/html" },
  svg: { extension: "svg", mediaType: "image/svg+xml" },
  png: { extension: "png", mediaType: "image/png" },
  gif: { extension: "gif", mediaType: "image/gif" },
};

/** Formats that show one moment. */
export const isPicture = (format: ExportFormat): boolean => format === "svg" || format === "png";
