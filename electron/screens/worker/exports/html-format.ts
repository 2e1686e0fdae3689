/**
 * A recording as one HTML file that plays it, with asciinema's player inside. The
 * page is inert: its policy lets only its own two scripts run, and nothing be
 * loaded or sent. The recording is data in it, never markup.
 */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { encodeEvent, encodeHeader } from "../../../../shared/asciicast.ts";
import { markupText } from "../../../../shared/markup-text.ts";
import { sanitized } from "../../../../shared/sanitized.ts";
import { assetPath } from "../../../platform/asset-files.ts";
import type { ExportFile } from "./export-file.ts";
import type { RecordingSource } from "./recording-source.ts";

/** Starts the player. Pauses are shortened; what was typed is shown as it is played. */
const START = `
const data = document.getElementById("recording").textContent.trim();
AsciinemaPlayer.create({ data }, document.getElementById("player"), {
  fit: "both", idleTimeLimit: 2, keystrokeOverlay: true, theme: "asciinema",
  terminalFontFamily: "'JetBrains Mono', 'DejaVu Sans Mono', Menlo, Consolas, monospace",
});
`;
const STYLE =
  "html,body{margin:0;height:100%;background:#0b0d10;color:#e9edf3;font:14px system-ui,sans-serif}#player{height:100%}";

type HtmlOptions = { readonly name: string; readonly assets: string };

export async function writeHtml(source: RecordingSource, file: ExportFile, { name, assets }: HtmlOptions): Promise<void> {
  const read = (asset: Parameters<typeof assetPath>[1]): Promise<string> => readFile(assetPath(assets, asset), "utf8");
  const [player, css, license] = await Promise.all([read("player.js"), read("player.css"), read("player-license.txt")]);
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(player)}' '${hashOf(START)}' 'wasm-unsafe-eval'`,
    "style-src 'unsafe-inline'",
    "font-src data:",
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  file.add(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width">
<title>${markupText(sanitized(name))}</title>
<style>${css}${STYLE}</style>
</head>
<body>
<main id="player"><noscript>This recording needs JavaScript to play.</noscript></main>
<script type="text/plain" id="recording">
`);
  file.add(inert(encodeHeader(source.header)));
  for await (const { event, intervalMs } of withIntervals(source, file)) file.add(inert(encodeEvent(intervalMs, event)));
  file.add(`</script>
<script>${player}</script>
<script>${START}</script>
<!-- asciinema-player, https://github.com/asciinema/asciinema-player
${license.replaceAll("--", "- -")}-->
</body>
</html>
`);
}

async function* withIntervals(source: RecordingSource, file: ExportFile) {
  let lastMs = 0;
  for await (const { event, atMs } of source.events(file)) {
    yield { event, intervalMs: atMs - lastMs };
    lastMs = atMs;
  }
}

/** A line of JSON that ends no element and begins none: `<` can only be inside of a string there. */
function inert(line: string): string {
  return line.replaceAll("<", "\\u003c");
}

function hashOf(script: string): string {
  return `sha256-${createHash("sha256").update(script).digest("base64")}`;
}
