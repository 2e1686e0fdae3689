/** Lines of a call's news, as an answer has them. */
import type { TextPart } from "../screen-types.ts";
import type { News } from "./call-news.ts";

/** At most so many lines: the last ones, or the first. */
export type LinesLimit = { readonly maxLines: number; readonly isFirst?: boolean };

/** Of how many lines at the end the reader of a call's news needs the text; undefined for all. */
export function lastLinesWithin({ maxLines, isFirst }: LinesLimit): number | undefined {
  return isFirst ? undefined : maxLines;
}

/** As many of the lines as are wanted. */
export function limitedLines({ lines, omittedLines, hiddenText }: News, { maxLines, isFirst }: LinesLimit): TextPart {
  const kept = isFirst ? lines.slice(0, maxLines) : lines.slice(Math.max(0, lines.length - maxLines));
  const left = lines.length - kept.length;
  return {
    text: kept.join("\n"),
    omittedLines: omittedLines + (isFirst ? 0 : left),
    ...(isFirst && left > 0 && { omittedAtEnd: left }),
    ...(hiddenText.length > 0 && { hiddenText: [...hiddenText] }),
  };
}
