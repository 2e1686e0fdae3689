/** How long recordings are kept. What a smaller limit would delete is said before it is set. */
import type { ReactElement } from "react";
import { byteSize } from "../../shared/byte-size.ts";
import { counted } from "../../shared/counted.ts";
import { messageOf } from "../../shared/errors.ts";
import { changeSettings, showDialog, showError } from "../commands/session-actions.ts";
import { type App, useApp, useAppState } from "../state/app-context.ts";
import { DraftField } from "./draft-field.tsx";
import { SettingRow } from "./setting-row.tsx";

const DAY_MS = 86_400_000;
const MEGABYTE = 1e6;

type Limit = "keepRecordingsDays" | "keepRecordingsMegabytes";

export function RecordingsSection(): ReactElement {
  return (
    <>
      <LimitRow
        name="keepRecordingsDays"
        label="Delete recordings after days"
        hint="Counted from when a recording began. Empty: none is deleted for its age."
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
  try {
    const loss = limit === null ? undefined : await lossOf(app, name, limit);
    if (loss === undefined) changeSettings(app, { [name]: limit });
    else showDialog(app, { kind: "confirm-deletion", text: loss, confirm: () => changeSettings(app, { [name]: limit }) });
  } catch (error) {
    showError(app, "The setting was not changed", messageOf(error));
  }
}

/** What the limit deletes at once, in words; undefined when that is nothing. */
async function lossOf(app: App, name: Limit, limit: number): Promise<string | undefined> {
  const filter = name === "keepRecordingsDays" ? { untilMs: Date.now() - limit * DAY_MS } : {};
  const { total, totalBytes } = await app.host.request("recording/list", { filter, limit: 1 });
  if (name === "keepRecordingsDays") {
    return total === 0 ? undefined : `${counted(total, "recording")} of ${byteSize(totalBytes)} began before that.`;
  }
  const excess = totalBytes - limit * MEGABYTE;
  return excess <= 0
    ? undefined
    : `The recordings take ${byteSize(totalBytes)}. The oldest of them, of at least ${byteSize(excess)}, go.`;
}
