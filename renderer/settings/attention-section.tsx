/** Where sessions that need a person are told of, and when that is kept quiet. */
import type { ReactElement } from "react";
import type { AttentionKind } from "../../shared/attention-kind.ts";
import type { Channels } from "../../shared/settings/settings.ts";
import { DAYS, type QuietHours } from "../../shared/settings/quiet-hours.ts";
import { changeSettings } from "../commands/session-actions.ts";
import { useApp, useAppState } from "../state/app-context.ts";
import { CorrectionsRow } from "./corrections-row.tsx";
import { NotificationPermission } from "./notification-permission.tsx";
import { SettingRow } from "./setting-row.tsx";

const KINDS: Readonly<Record<AttentionKind, string>> = {
  asks: "Asks something",
  failed: "Has failed",
  message: "Sends a message",
  finished: "Has finished well",
};
const CHANNELS: Readonly<Record<keyof Channels, string>> = {
  inbox: "Inbox",
  toast: "In the window",
  notification: "Notification",
};
const NIGHT: QuietHours = { from: "22:00", to: "07:00", days: DAYS };

export function AttentionSection(): ReactElement {
  return (
    <>
      <KindsRow />
      <QuietHoursRow />
      <CorrectionsRow />
    </>
  );
}

function KindsRow(): ReactElement {
  return (
    <SettingRow
      name="attention"
      label="A session that…"
      words="inbox toast notification badge desktop alert"
      hint="The inbox is the list in the sidebar and the amber button. Nothing is told of a session that you see."
      wide
    >
      {() => (
        <>
          <KindsTable />
          <NotificationPermission />
        </>
      )}
    </SettingRow>
  );
}

/** A row for each kind, and a column for each way in which a person is told. */
function KindsTable(): ReactElement {
  return (
    <table className="w-full max-w-xl">
      <thead>
        <tr className="text-left text-meta text-text-2">
          <th scope="col" className="font-normal">
            <span className="sr-only">What happens</span>
          </th>
          {Object.entries(CHANNELS).map(([channel, label]) => (
            <th key={channel} scope="col" className="px-2 py-1 text-center font-normal">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {(Object.keys(KINDS) as AttentionKind[]).map((kind) => (
          <KindRow key={kind} kind={kind} />
        ))}
      </tbody>
    </table>
  );
}

function KindRow({ kind }: { kind: AttentionKind }): ReactElement {
  const app = useApp();
  const attention = useAppState(({ settings }) => settings.attention);
  const change = (switched: Partial<Channels>): void =>
    changeSettings(app, { attention: { ...attention, [kind]: { ...attention[kind], ...switched } } });
  return (
    <tr className="border-t border-line-1">
      <th scope="row" className="py-1 text-left font-normal">
        {KINDS[kind]}
      </th>
      {(Object.keys(CHANNELS) as (keyof Channels)[]).map((channel) => (
        <td key={channel} className="text-center">
          <input
            type="checkbox"
            className="check align-middle"
            aria-label={`${KINDS[kind]}: ${CHANNELS[channel]}`}
            checked={attention[kind][channel]}
            onChange={({ target }) => change({ [channel]: target.checked })}
          />
        </td>
      ))}
    </tr>
  );
}

function QuietHoursRow(): ReactElement {
  const app = useApp();
  const quietHours = useAppState(({ settings }) => settings.quietHours);
  const change = (next: QuietHours | null): void => changeSettings(app, { quietHours: next });
  return (
    <SettingRow
      name="quietHours"
      label="Quiet hours"
      words="do not disturb night"
      hint="No message in the window and no notification in this time. The inbox goes on."
      wide
    >
      {(control) => (
        <div className="flex flex-col gap-2">
          <input
            {...control}
            type="checkbox"
            role="switch"
            className="switch"
            checked={quietHours !== null}
            onChange={({ target }) => change(target.checked ? NIGHT : null)}
          />
          {quietHours && <Times quietHours={quietHours} onChange={change} />}
        </div>
      )}
    </SettingRow>
  );
}

type TimesProps = { readonly quietHours: QuietHours; readonly onChange: (next: QuietHours) => void };

function Times({ quietHours, onChange }: TimesProps): ReactElement {
  const { from, to, days } = quietHours;
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <TimeField label="From" value={from} onChange={(time) => onChange({ ...quietHours, from: time })} />
        <TimeField label="to" value={to} onChange={(time) => onChange({ ...quietHours, to: time })} />
        {to <= from && <span className="text-text-2">of the next day</span>}
      </div>
      <fieldset className="flex flex-wrap gap-x-4 gap-y-1">
        <legend className="mb-1 text-text-2">Beginning on</legend>
        {DAYS.map((day) => (
          <label key={day} className="flex min-h-6 items-center gap-1.5">
            <input
              type="checkbox"
              className="check"
              checked={days.includes(day)}
              // Quiet hours on no day would be a switch that does nothing.
              disabled={days.length === 1 && days.includes(day)}
              onChange={({ target }) =>
                onChange({ ...quietHours, days: DAYS.filter((each) => (each === day ? target.checked : days.includes(each))) })
              }
            />
            {day}
          </label>
        ))}
      </fieldset>
    </>
  );
}

type TimeFieldProps = { readonly label: string; readonly value: string; readonly onChange: (time: string) => void };

function TimeField({ label, value, onChange }: TimeFieldProps): ReactElement {
  return (
    <label className="flex items-center gap-2">
      {label}
      <input
        type="time"
        className="field w-28"
        value={value}
        // Empty while a person clears it.
        onChange={({ target }) => target.value !== "" && onChange(target.value.slice(0, 5))}
      />
    </label>
  );
}
