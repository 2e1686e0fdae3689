/** Which recordings a person looks for. */
import type { RecordingFilter } from "../../shared/protocol.ts";

const PAGE = 200;

export type RecordingQuery = {
  readonly text: string;
  readonly filter: RecordingFilter;
  /** Which choice of the age has made `filter.sinceMs`; a moment alone does not tell. */
  readonly age: string;
  /** At most this many recordings are listed. */
  readonly limit: number;
};

export const FIRST_QUERY: RecordingQuery = { text: "", filter: {}, age: "any", limit: PAGE };

/** The same query, for more recordings. */
export function withMore(query: RecordingQuery): RecordingQuery {
  return { ...query, limit: query.limit + PAGE };
}
