/** The bar over the sessions: which are shown, in which groups, and the tab that keeps that. */
import { Menu as BaseMenu } from "@base-ui/react/menu";
import { Check, ChevronDown, X } from "lucide-react";
import { type ReactElement, type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { endFilter, groupSessionsBy, removeTab, renameTab, saveTab, setFilter } from "../commands/arrange-sessions.ts";
import { useApp, useAppState } from "../state/app-context.ts";
import { type Grouping, GROUPINGS } from "../state/arrangement.ts";
import { useSteadySessions } from "../state/live-session.ts";
import { folderName } from "../state/session-display.ts";
import { type FilterKey, hasTerm, STATE_FILTERS, toggleTerm } from "../state/session-filter.ts";
import { IconButton, Menu, MenuLabel, MenuSeparator } from "./controls.tsx";

const GROUPING_NAMES: Readonly<Record<Grouping, string>> = {
  none: "No groups",
  agent: "By agent",
  folder: "By folder",
  evaluation: "By evaluation",
};

/** `shown`: how many sessions pass. */
export function FilterBar({ shown }: { shown: number }): ReactElement {
  const app = useApp();
  const filter = useAppState((state) => state.filter);
  const all = useAppState(({ sessions }) => sessions.size);
  const field = useRef<HTMLInputElement>(null);
  const asked = useAppState((state) => state.filtering);
  // A person who asks for the bar wants to type; one who chooses a tab does not.
  useEffect(() => {
    if (asked) field.current?.focus();
  }, [asked]);
  const end = (): void => {
    endFilter(app);
    const next = document.querySelector<HTMLElement>("[data-open][tabindex='0']") ?? document.querySelector<HTMLElement>("main");
    next?.focus();
  };
  return (
    <search aria-label="Filter" className="mb-2.5 flex flex-wrap items-center gap-2">
      <input
        ref={field}
        data-filter-field
        type="text"
        className="field max-w-100 min-w-40 flex-1"
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        aria-label="Filter the sessions"
        placeholder="Words, is:failed, agent:codex, folder:web"
        value={filter}
        onChange={(event) => setFilter(app, event.target.value)}
        onKeyDown={(event) => event.key === "Escape" && end()}
      />
      <TermMenu />
      <GroupingMenu />
      <span role="status" className="text-meta text-text-2 tabular-nums">
        {shown} of {all}
      </span>
      <span className="ml-auto flex items-center gap-2">
        <TabControls onRemoved={end} />
        <IconButton label="End the filter" onClick={end}>
          <X size={16} aria-hidden />
        </IconButton>
      </span>
    </search>
  );
}

/** Puts terms into the filter, so that nobody has to know how they are written. */
function TermMenu(): ReactElement {
  const sessions = useSteadySessions();
  const { agents, folders } = useMemo(() => {
    const all = [...sessions.values()];
    const sorted = (values: string[]): string[] => [...new Set(values)].sort();
    return { agents: sorted(all.map(({ owner }) => owner.name)), folders: sorted(all.map(({ cwd }) => cwd)) };
  }, [sessions]);
  return (
    <Menu trigger={<MenuButton>Filter by</MenuButton>}>
      <BaseMenu.Group>
        <MenuLabel>State</MenuLabel>
        {Object.entries(STATE_FILTERS).map(([value, label]) => (
          <TermItem key={value} term="is" value={value} label={label} />
        ))}
      </BaseMenu.Group>
      <MenuSeparator />
      <BaseMenu.Group className="max-h-60 overflow-y-auto">
        <MenuLabel>Started by</MenuLabel>
        {agents.map((name) => (
          <TermItem key={name} term="agent" value={name} label={name} />
        ))}
      </BaseMenu.Group>
      <MenuSeparator />
      <BaseMenu.Group className="max-h-60 overflow-y-auto">
        <MenuLabel>Folder</MenuLabel>
        {folders.map((folder) => (
          <TermItem key={folder} term="folder" value={folder} label={folderName(folder)} />
        ))}
      </BaseMenu.Group>
    </Menu>
  );
}

function TermItem({ term, value, label }: { term: FilterKey; value: string; label: string }): ReactElement {
  const app = useApp();
  const filter = useAppState((state) => state.filter);
  return (
    <BaseMenu.CheckboxItem
      className="menu-item"
      title={value}
      checked={hasTerm(filter, term, value)}
      onCheckedChange={() => setFilter(app, toggleTerm(filter, term, value))}
    >
      <span className="inline-grid w-4 place-items-center">
        <BaseMenu.CheckboxItemIndicator>
          <Check size={14} aria-hidden />
        </BaseMenu.CheckboxItemIndicator>
      </span>
      <bdi className="max-w-80 truncate">{label}</bdi>
    </BaseMenu.CheckboxItem>
  );
}

function GroupingMenu(): ReactElement {
  const app = useApp();
  const grouping = useAppState(({ arrangement }) => arrangement.grouping);
  return (
    <Menu trigger={<MenuButton>{GROUPING_NAMES[grouping]}</MenuButton>}>
      <BaseMenu.RadioGroup value={grouping} onValueChange={(chosen: Grouping) => groupSessionsBy(app, chosen)}>
        {GROUPINGS.map((name) => (
          <BaseMenu.RadioItem key={name} value={name} className="menu-item" closeOnClick>
            <span className="inline-grid w-4 place-items-center">
              <BaseMenu.RadioItemIndicator>
                <Check size={14} aria-hidden />
              </BaseMenu.RadioItemIndicator>
            </span>
            {GROUPING_NAMES[name]}
          </BaseMenu.RadioItem>
        ))}
      </BaseMenu.RadioGroup>
    </Menu>
  );
}

function MenuButton({ children, ...rest }: { children: ReactNode }): ReactElement {
  return (
    <button type="button" className="button" {...rest}>
      {children} <ChevronDown size={14} aria-hidden />
    </button>
  );
}

/** Saves the filter as a tab; renames and removes the tab that is shown. */
function TabControls({ onRemoved }: { onRemoved: () => void }): ReactElement | null {
  const app = useApp();
  const filter = useAppState((state) => state.filter);
  const name = useAppState(({ arrangement }) => arrangement.tabs.find((tab) => tab.filter === filter)?.name);
  const [naming, setNaming] = useState(false);
  if (filter === "") return null;
  const remove = (tab: string): void => {
    removeTab(app, tab);
    onRemoved();
  };
  if (naming) {
    return (
      <NameField
        name={name ?? ""}
        onName={(chosen) => (name === undefined ? saveTab(app, chosen) : renameTab(app, name, chosen))}
        onEnd={() => setNaming(false)}
      />
    );
  }
  return (
    <>
      <button type="button" className="button" onClick={() => setNaming(true)}>
        {name === undefined ? "Save as tab" : "Rename tab"}
      </button>
      {name !== undefined && (
        <button type="button" className="button" onClick={() => remove(name)}>
          Remove tab
        </button>
      )}
    </>
  );
}

type NameFieldProps = { readonly name: string; readonly onName: (name: string) => void; readonly onEnd: () => void };

function NameField({ name, onName, onEnd }: NameFieldProps): ReactElement {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  return (
    <form
      className="flex gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        const chosen = field.current?.value.trim() ?? "";
        if (chosen !== "") onName(chosen);
        onEnd();
      }}
    >
      <input
        ref={field}
        className="field w-40"
        aria-label="Name of the tab"
        defaultValue={name}
        maxLength={40}
        onKeyDown={(event) => event.key === "Escape" && onEnd()}
      />
      <button type="submit" className="button button-primary">
        Save
      </button>
    </form>
  );
}
