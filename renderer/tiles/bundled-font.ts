/** Finds the files of the bundled typeface in the page's style sheets, for the tile worker. */
import { MONO_FONT } from "../theme/tokens.ts";
import type { FontsMessage } from "./tile-worker.ts";

/** The first family of the list is the bundled one. */
const FAMILY = MONO_FONT.split(",")[0]?.replaceAll('"', "") ?? "";

/** The message by which the tile worker loads the typeface. */
export function bundledMonoFont(): FontsMessage {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map((rule) => ({ rule, sheet })));
  const files = rules.flatMap(({ rule, sheet }) => {
    if (!(rule instanceof CSSFontFaceRule)) return [];
    const { style } = rule;
    if (style.getPropertyValue("font-family").replaceAll(/["']/g, "") !== FAMILY) return [];
    const file = /url\("?([^")]+)"?\)/.exec(style.getPropertyValue("src"))?.[1];
    if (file === undefined) return [];
    return [
      {
        url: new URL(file, sheet.href ?? document.baseURI).href,
        style: style.getPropertyValue("font-style") || "normal",
        range: style.getPropertyValue("unicode-range") || "U+0-10FFFF",
      },
    ];
  });
  return { kind: "fonts", family: FAMILY, files };
}
