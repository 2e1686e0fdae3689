/** Searches all that a session has ever printed, as its screen showed it. Runs in a thread of its own: a pattern may take for ever. */
import { renderEvent } from "./exports/text-formats.ts";
import { LineSearch } from "./line-search.ts";
import { eventsFrom, readHeader } from "./recorded-events.ts";
import { RenderedText } from "./rendered-text.ts";
import type { SearchFound, SearchJob } from "../worker-protocol.ts";

/** A sign of life at least so often, while lines are searched. */
const BEAT_MS = 100;
/** Of output without a recording, so much is searched between two signs of life. All of it fits the memory, and so the time. */
const PIECE = 64 * 1024;

/** Searches the recording, or the text that is there instead of one. When its time is up: what there is, and where to go on. */
export async function searchHistory(job: SearchJob, beat: () => void): Promise<SearchFound> {
  const { recording, text = "", progress } = job;
  const search = new LineSearch(job.request, progress?.lines);
  const deadline = performance.now() + job.withinMs;
  let beatAt = performance.now();
  const isLate = (): boolean => {
    const now = performance.now();
    if (now - beatAt > BEAT_MS) {
      beat();
      beatAt = now;
    }
    return now > deadline;
  };
  const options = {
    take: (shown: string) => search.take(shown),
    onlyVisible: true,
    onHidden: search.noteHidden.bind(search),
  };
  const size = recording === undefined ? job.size : ((await readHeader(recording))?.size ?? job.size);
  using rendered = new RenderedText(size, options, progress?.rendered);
  beat();
  if (recording === undefined) {
    for (let at = 0; at < text.length; at += PIECE) {
      for (const _ of rendered.outputInSteps(text.slice(at, at + PIECE))) isLate();
    }
  } else {
    for await (const { event, next } of eventsFrom(recording, progress?.position ?? 0)) {
      if (event.kind === "output") for (const _ of rendered.outputInSteps(event.text)) isLate();
      else renderEvent(rendered, event);
      if (!isLate() || event.kind !== "output" || event.text === "") continue;
      return {
        result: search.result(false),
        progress: { position: next, lines: search.progress, rendered: rendered.progress() },
      };
    }
  }
  rendered.finish();
  return { result: search.result(true) };
}
