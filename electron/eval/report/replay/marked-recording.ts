import { encodeEvent, parseEvent } from "../../../../shared/asciicast.ts";

/** A moment of a recording, in seconds since its beginning, with a word for it. */
export interface Mark {
  readonly at: number;
  readonly label: string;
}

/**
 * The recording with these markers in place of its own, so that a player knows the steps of
 * a run by their numbers. `marks` are in the order of time. `cast` is asciicast v3.
 */
export function markedRecording(cast: string, marks: readonly Mark[]): string {
  const [header = "", ...lines] = cast.split("\n");
  const left = [...marks];
  const marked: string[] = [`${header}\n`];
  let readMs = 0;
  let writtenMs = 0;
  const write = (atMs: number, event: Parameters<typeof encodeEvent>[1]): void => {
    marked.push(encodeEvent(atMs - writtenMs, event));
    writtenMs = Math.max(writtenMs, atMs);
  };
  const writeMarks = (untilMs: number): void => {
    for (let [mark] = left; mark !== undefined && mark.at * 1000 < untilMs; [mark] = left) {
      write(mark.at * 1000, { kind: "marker", label: mark.label });
      left.shift();
    }
  };
  for (const line of lines) {
    const parsed = parseEvent(line);
    if (parsed === undefined) continue;
    readMs += parsed.intervalMs;
    if (parsed.event.kind === "marker") continue;
    writeMarks(readMs);
    write(readMs, parsed.event);
  }
  writeMarks(Number.POSITIVE_INFINITY);
  return marked.join("");
}
