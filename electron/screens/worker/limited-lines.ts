/** Lines of a call's news, as an answer has them. */
import type { TextPart } from "../screen-types.ts";
import type { CallNews } from "./call-news.ts";

/** As many of the lines as are wanted. */
export function limitedLines(
  { lines, omittedLines, hiddenText }: ReturnType<CallNews["end"]>,
  { maxLines, isFirst }: { maxLines: number; isFirst?: boolean },
): TextPart {
  const kept = isFirst ? lines.slice(0, maxLines) : lines.slice(Math.max(0, lines.length - maxLines));
  const left = lines.length - kept.length;
  return {
    text: kept.join("\n"),
    omittedLines: omittedLines + (isFirst ? 0 : left),
    ...(isFirst && left > 0 && { omittedAtEnd: left }),
    ...(hiddenText.length > 0 && { hiddenText }),
  };
}
