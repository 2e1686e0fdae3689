/** One recording in the list: what is known of it, the lines that were found in it, and what can be done with it. */
import type { ReactElement } from "react";
import { byteSize } from "../../shared/byte-size.ts";
import { formatMoment } from "../../shared/moments.ts";
import type { RecordingInfo, RecordingMatch } from "../../shared/protocol.ts";
import { recordingEnding } from "../../shared/recording-ending.ts";
import { showDialog } from "../commands/session-actions.ts";
import { useApp } from "../state/app-context.ts";
import { endingOf, openReplay, recordingTitle } from "./recording-actions.ts";

const STARTED = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

type RowProps = { readonly recording: RecordingInfo; readonly lines: RecordingMatch["lines"] };

export function RecordingRow({ recording, lines }: RowProps): ReactElement {
  const app = useApp();
  const { id, agent, command, startedAtMs, durationMs, bytes, damage, isLive } = recording;
  const title = recordingTitle(recording);
  return (
    <li data-recording={id} className="rounded-md border border-line-1 bg-bg-2 px-3 py-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <div className="min-w-48 flex-1">
          <h2 className="truncate font-semibold">{title}</h2>
          <p className="truncate font-mono text-meta text-text-2">{command}</p>
        </div>
        <p className="text-meta text-text-2">
          {agent !== undefined && <span className="text-agent">▲ {agent} · </span>}
          {STARTED.format(startedAtMs)} · {formatMoment(durationMs)} · <Ending recording={recording} /> · {byteSize(bytes)}
        </p>
        <div className="flex gap-2">
          <button
            type="button"
            className="button"
            disabled={damage !== undefined}
            aria-label={`Replay ${title}`}
            onClick={() => openReplay(app, id)}
          >
            Replay
          </button>
          <button
            type="button"
            className="button"
            disabled={damage !== undefined}
            aria-label={`Export ${title}`}
            onClick={() => showDialog(app, { kind: "export-recording", recording })}
          >
            Export…
          </button>
          <button
            type="button"
            className="button"
            disabled={isLive}
            aria-label={`Delete ${title}`}
            onClick={() => showDialog(app, { kind: "delete-recording", recording })}
          >
            Delete…
          </button>
        </div>
      </div>
      {damage !== undefined && <p className="text-meta text-fail">It is damaged: {damage}. The file stays where it is.</p>}
      {lines.length > 0 && (
        <ul className="mt-1 flex flex-col" aria-label={`Lines in ${title}`}>
          {lines.map(({ atMs, text }) => (
            <li key={`${atMs} ${text}`}>
              <button
                type="button"
                className="flex min-h-6 w-full gap-3 rounded-sm text-left text-meta hover:bg-hover"
                onClick={() => openReplay(app, id, atMs)}
              >
                <span className="text-text-3 tabular-nums">{formatMoment(atMs)}</span>
                <span className="min-w-0 flex-1 truncate font-mono">{text.trim()}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function Ending({ recording }: { recording: RecordingInfo }): ReactElement {
  const failed = recordingEnding(recording) === "failed";
  return <span className={failed ? "text-fail" : ""}>{`${failed ? "✕ " : ""}${endingOf(recording)}`}</span>;
}
