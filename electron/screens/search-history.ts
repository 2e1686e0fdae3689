/** Searches all that a session has ever printed, as its screen showed it. Runs in a thread of its own: a pattern may take for ever. */
import { eventsOf, renderEvent } from "./export-text.ts";
import { LineSearch, type SearchResult } from "./line-search.ts";
import { RenderedText } from "./rendered-text.ts";
import type { SearchJob } from "./worker-protocol.ts";

/** A sign of life at least so often, while lines are searched. */
const BEAT_MS = 100;

/** Searches the recording, or the text that is there instead of one. Ends early, with what there is, when its time is up. */
export async function searchHistory(job: SearchJob, beat: () => void): Promise<SearchResult> {
  const search = new LineSearch(job.request);
  const deadline = performance.now() + job.withinMs;
  let beatAt = performance.now();
  const mustStop = (): boolean => {
    const now = performance.now();
    if (now - beatAt > BEAT_MS) {
      beat();
      beatAt = now;
    }
    return now > deadline;
  };
  using rendered = new RenderedText(job.size, {
    take: (text) => search.take(text),
    onlyVisible: true,
    onHidden: (kind, line, column) => search.noteHidden(kind, line, column),
  });
  beat();
  if (job.recording === undefined) rendered.output(job.text ?? "");
  else {
    for await (const event of eventsOf(job.recording)) {
      renderEvent(rendered, event);
      if (mustStop()) return search.result(false);
    }
  }
  rendered.finish();
  return search.result(true);
}
