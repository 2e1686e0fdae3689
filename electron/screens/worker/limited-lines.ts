/** Lines of a call's news, as an answer has them. */
import type { TextLimit, TextPart } from "../screen-types.ts";
import { linesWithin } from "../../../shared/lines-within.ts";
import type { News } from "./call-news.ts";

/** As much of the lines as is wanted. Of a line that has no room, the part that is told counts as left out. */
export function limitedLines({ lines, omittedLines, hiddenText }: News, limit: TextLimit): TextPart {
  const { texts, whole } = linesWithin(lines, limit);
  const left = lines.length - whole;
  return {
    text: texts.join("\n"),
    omittedLines: omittedLines + (limit.isFirst ? 0 : left),
    ...(limit.isFirst && left > 0 && { omittedAtEnd: left }),
    ...(hiddenText.length > 0 && { hiddenText: [...hiddenText] }),
  };
}
