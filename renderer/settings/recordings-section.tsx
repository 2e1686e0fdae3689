/** How long recordings are kept. What a smaller limit would delete is said before it is set. */
import type { ReactElement } from "react";
import { byteSize } from "../../shared/byte-size.ts";
import { messageOf } from "../../shared/errors.ts";
import { expiredRecordings, retentionLimits } from "../../shared/expired-recordings.ts";
import type { RecordingInfo } from "../../shared/protocol.ts";
import { changeSettings, showDialog, showError } from "../commands/session-actions.ts";
import { listRecordings } from "../recordings/list-recordings.ts";
import { recordingTitle } from "../recordings/recording-actions.ts";
import { type App, useApp, useAppState } from "../state/app-context.ts";
import { DraftField } from "./draft-field.tsx";
import { SettingRow } from "./setting-row.tsx";

type Limit = "keepRecordingsDays" | "keepRecordingsMegabytes";

export function RecordingsSection(): ReactElement {
  return (
    <>
      <LimitRow
        name="keepRecordingsDays"
        label="Delete recordings after days"
        hint="Counted from when a recording began, or came from a file. Empty: none is deleted for its age."
      />
      <LimitRow
        name="keepRecordingsMegabytes"
        label="Delete the oldest recordings above megabytes"
        hint="Of all recordings together. One that does not fit is deleted before smaller, older ones. Empty: none is deleted for its size."
      />
      <p className="py-3 text-meta text-text-2">
        Every session is recorded, without typed passwords. A session that runs keeps its recording.
      </p>
    </>
  );
}

type LimitRowProps = { readonly name: Limit; readonly label: string; readonly hint: string };

function LimitRow({ name, label, hint }: LimitRowProps): ReactElement {
  const app = useApp();
  const value = useAppState(({ settings }) => settings[name]);
  return (
    <SettingRow name={name} label={label} hint={hint} words="retention storage">
      {(control) => (
        <DraftField
          {...control}
          inputMode="numeric"
          value={value === null ? "" : String(value)}
          placeholder="Keep all"
          onCommit={(text) => {
            const limit = text === "" ? null : Number(text);
            if (limit !== null && (!Number.isSafeInteger(limit) || limit < 1)) return "A whole number of at least 1, or nothing";
            void setLimit(app, name, limit);
            return undefined;
          }}
        />
      )}
    </SettingRow>
  );
}

/** Sets a limit; asks first if it deletes something now. */
async function setLimit(app: App, name: Limit, limit: number | null): Promise<void> {
  const change = (): void => changeSettings(app, { [name]: limit });
  try {
    const limits = retentionLimits({ ...app.store.getState().settings, [name]: limit });
    const { recordings } = await listRecordings(app.host);
    const [latest, ...others] = expiredRecordings(recordings, limits, Date.now());
    if (!latest) change();
    else showDialog(app, { kind: "confirm-deletion", text: lossOf([latest, ...others]), confirm: change });
  } catch (error) {
    showError(app, "The setting was not changed", messageOf(error));
  }
}

/** What goes, in words. The latest is the one that may be missed most. */
function lossOf(expired: readonly [RecordingInfo, ...RecordingInfo[]]): string {
  const [latest] = expired;
  const size = byteSize(expired.reduce((sum, { bytes }) => sum + bytes, 0));
  if (expired.length === 1) return `“${recordingTitle(latest)}” (${size}) is over this limit.`;
  return `${expired.length} recordings (${size}) are over this limit. The latest of them is “${recordingTitle(latest)}”.`;
}
