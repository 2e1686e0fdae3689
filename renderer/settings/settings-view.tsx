/** The settings page: a section at a time, or what a person searches for in all of them. */
import { type ReactElement, useState } from "react";
import { type Section, SECTIONS } from "../../shared/settings/settings.ts";
import { copyText, showOverview } from "../commands/session-actions.ts";
import { useApp, useAppState } from "../state/app-context.ts";
import { AgentsSection } from "./agents-section.tsx";
import { AppearanceSection } from "./appearance-section.tsx";
import { AttentionSection } from "./attention-section.tsx";
import { KeyboardSection } from "./keyboard-section.tsx";
import { RecordingsSection } from "./recordings-section.tsx";
import { SettingsQuery } from "./setting-row.tsx";
import { showSettings } from "./settings-actions.ts";
import { TerminalSection } from "./terminal-section.tsx";

const CONTENT: { readonly [S in Section]: () => ReactElement } = {
  Appearance: AppearanceSection,
  Terminal: TerminalSection,
  Keyboard: KeyboardSection,
  Attention: AttentionSection,
  Recordings: RecordingsSection,
  Agents: AgentsSection,
};

export function SettingsView({ section }: { section: Section }): ReactElement {
  const app = useApp();
  const [query, setQuery] = useState("");
  const isSearching = query.trim() !== "";
  return (
    <div className="mx-auto flex max-w-4xl flex-col gap-3 p-2">
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="flex-1 text-heading font-semibold">Settings</h1>
        <input
          type="search"
          className="field w-60 max-sm:w-full"
          aria-label="Search the settings"
          placeholder="Search the settings"
          value={query}
          onChange={({ target }) => setQuery(target.value)}
        />
        <button type="button" className="button" onClick={() => showOverview(app)}>
          Back to sessions
        </button>
      </div>
      <Faults />
      <div className="grid gap-6 md:grid-cols-[10rem_minmax(0,1fr)]">
        <Sections current={isSearching ? undefined : section} onChoose={() => setQuery("")} />
        <SettingsQuery value={query}>
          <div className="settings-found min-w-0">
            {(isSearching ? SECTIONS : [section]).map((name) => (
              <SectionContent key={name} name={name} />
            ))}
            <p className="settings-nothing p-4 text-text-2">No setting has these words.</p>
            <FilePath />
          </div>
        </SettingsQuery>
      </div>
    </div>
  );
}

function SectionContent({ name }: { name: Section }): ReactElement {
  const Content = CONTENT[name];
  return (
    <section aria-label={name} className="@container mb-4 rounded-lg border border-line-1 bg-bg-2 px-4 pb-1">
      <h2 className="pt-3 text-body font-semibold text-text-2">{name}</h2>
      <Content />
    </section>
  );
}

type SectionsProps = { readonly current: Section | undefined; readonly onChoose: () => void };

function Sections({ current, onChoose }: SectionsProps): ReactElement {
  const app = useApp();
  return (
    <nav aria-label="Sections of the settings">
      <ul className="flex flex-col gap-0.5 max-md:flex-row max-md:flex-wrap">
        {SECTIONS.map((name) => (
          <li key={name}>
            <button
              type="button"
              aria-current={name === current ? "page" : undefined}
              className="min-h-8 w-full rounded-sm px-2.5 text-left hover:bg-hover aria-[current]:bg-press aria-[current]:font-semibold"
              onClick={() => {
                onChoose();
                showSettings(app, name);
              }}
            >
              {name}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** What is wrong in the file. */
function Faults(): ReactElement | null {
  const file = useAppState((state) => state.settingsFile);
  if (!file || file.faults.length === 0) return null;
  return (
    <div role="alert" className="rounded-md border border-wait bg-wait-bg px-3 py-2">
      <p className="font-semibold">
        {file.isBroken
          ? "The settings file cannot be read. Nothing can be changed here until it is mended."
          : "The settings file has mistakes. The other settings count."}
      </p>
      <ul className="mt-1 list-inside list-disc font-mono text-meta break-words">
        {file.faults.map((fault) => (
          <li key={fault}>{fault}</li>
        ))}
      </ul>
    </div>
  );
}

/** Where the file is, for those who would rather edit it. */
function FilePath(): ReactElement | null {
  const app = useApp();
  const file = useAppState((state) => state.settingsFile?.file);
  if (file === undefined) return null;
  return (
    <p className="flex flex-wrap items-center gap-2 px-4 pb-4 text-meta text-text-2">
      <span>All windows share these settings. They are in</span>
      <code className="min-w-0 font-mono break-all">{file}</code>
      <button type="button" className="button" onClick={() => void copyText(app, file, "Path")}>
        Copy the path
      </button>
    </p>
  );
}
