/** What a person may want to start: programs of this machine, and what was started before. */
import { X } from "lucide-react";
import type { ReactElement } from "react";
import type { RecentStart, StartPreset } from "../../shared/protocol.ts";

const KINDS: readonly { readonly kind: StartPreset["kind"]; readonly label: string }[] = [
  { kind: "agent", label: "Agents" },
  { kind: "debugger", label: "Debuggers" },
  { kind: "prompt", label: "Prompts" },
];
const MAX_SHOWN = 5;

type PresetsProps = { readonly presets: readonly StartPreset[]; readonly onChoose: (preset: StartPreset) => void };

export function Presets({ presets, onChoose }: PresetsProps): ReactElement {
  const of = (kind: StartPreset["kind"]): readonly StartPreset[] => presets.filter((preset) => preset.kind === kind);
  return (
    <div role="group" aria-label="Programs on this machine" className="flex flex-wrap items-center gap-1.5">
      {of("shell").map((preset) => (
        <PresetButton key={preset.label} preset={preset} onChoose={onChoose} />
      ))}
      {KINDS.map(
        ({ kind, label }) =>
          of(kind).length > 0 && (
            <span key={kind} role="group" aria-label={label} className="contents">
              <span aria-hidden className="ml-1.5 text-label text-text-3">
                {label}
              </span>
              {of(kind).map((preset) => (
                <PresetButton key={preset.label} preset={preset} onChoose={onChoose} />
              ))}
            </span>
          ),
      )}
    </div>
  );
}

type PresetButtonProps = { readonly preset: StartPreset; readonly onChoose: (preset: StartPreset) => void };

function PresetButton({ preset, onChoose }: PresetButtonProps): ReactElement {
  return (
    <button type="button" className="button" title={preset.command} onClick={() => onChoose(preset)}>
      {preset.label}
    </button>
  );
}

type RecentProps = {
  readonly recent: readonly RecentStart[];
  readonly home: string;
  readonly onChoose: (start: RecentStart) => void;
  readonly onForget: (start: RecentStart) => void;
};

export function RecentList({ recent, home, onChoose, onForget }: RecentProps): ReactElement | null {
  if (recent.length === 0) return null;
  return (
    <section aria-label="Recent">
      <h3 className="mb-1 text-label font-semibold text-text-3">Recent</h3>
      <ul className="rounded-sm border border-line-1">
        {recent.slice(0, MAX_SHOWN).map((start) => (
          <li key={`${start.command}\n${start.cwd}`} className="flex items-center">
            <button
              type="button"
              className="flex min-h-7 min-w-0 flex-1 items-center gap-3 rounded-sm px-2 text-left hover:bg-hover"
              onClick={() => onChoose(start)}
            >
              <code className="min-w-0 flex-1 truncate font-mono text-meta">{start.command}</code>
              <span className="max-w-1/2 truncate text-meta text-text-3">{shortPath(start.cwd, home)}</span>
            </button>
            <button
              type="button"
              className="icon-button"
              aria-label={`Forget ${start.command} in ${shortPath(start.cwd, home)}`}
              onClick={() => onForget(start)}
            >
              <X size={14} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function shortPath(path: string, home: string): string {
  if (path === home) return "~";
  return path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}
