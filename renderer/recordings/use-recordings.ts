/** The recordings that a person looks for, from the host. */
import { useCallback } from "react";
import type { RecordingInfo, RecordingMatch } from "../../shared/protocol.ts";
import { useApp } from "../state/app-context.ts";
import { useAnswer } from "../state/use-answer.ts";
import { listRecordings } from "./list-recordings.ts";
import type { RecordingQuery } from "./recording-query.ts";

/** The most that a search answers with. */
const MAX_FOUND = 200;

export type Found = {
  readonly recordings: readonly { readonly info: RecordingInfo; readonly lines: RecordingMatch["lines"] }[];
  /** How many there are in all, and how many bytes they take. Absent for a search. */
  readonly total?: number;
  readonly totalBytes?: number;
  /** Recordings with the text that are not listed, and those that could not be searched yet. */
  readonly more: number;
  readonly unread: number;
};

/** Undefined until the first answer. `again` is another number to ask again. */
export function useRecordings(query: RecordingQuery, again: number): { found: Found | undefined; error: string | undefined } {
  const { host } = useApp();
  const { answer: found, error } = useAnswer(
    useCallback(() => ask(host, query), [host, query]),
    again,
  );
  return { found, error };
}

type Host = ReturnType<typeof useApp>["host"];

async function ask(host: Host, { text, filter, limit }: RecordingQuery): Promise<Found> {
  if (text.trim() !== "") {
    const { matches, more, unread } = await host.request("recording/search", { text: text.trim(), filter, limit: MAX_FOUND });
    return { recordings: matches.map(({ recording, lines }) => ({ info: recording, lines })), more, unread };
  }
  const { recordings, total, totalBytes } = await listRecordings(host, { filter, limit });
  return {
    recordings: recordings.map((info) => ({ info, lines: [] })),
    total,
    totalBytes,
    more: total - recordings.length,
    unread: 0,
  };
}
