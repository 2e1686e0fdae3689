/** Tabs, search, what needs you, and the settings of the window. */
import { Toggle } from "@base-ui/react/toggle";
import { ToggleGroup } from "@base-ui/react/toggle-group";
import { LayoutGrid, List, Menu as MenuIcon, Plus, Search } from "lucide-react";
import { type ReactElement, useMemo } from "react";
import { showOverview } from "../commands/session-actions.ts";
import { useApp, useAppState } from "../state/app-context.ts";
import { groupSessions, lineOf, orderSessions, titleOf, workspacesOf } from "../state/session-display.ts";
import { Chord, CommandItem, IconButton, Menu } from "./controls.tsx";
import { StateGlyph } from "./session-badges.tsx";
import { SettingsMenu } from "./settings-menu.tsx";
import { useCommand } from "./use-command.ts";

export function TitleBar(): ReactElement {
  const run = useCommand();
  const { sidebar, layout } = useAppState(({ settings }) => settings);
  const other = layout === "grid" ? "list" : "grid";
  return (
    <header
      data-region
      tabIndex={-1}
      aria-label="Title bar"
      className="flex h-10 flex-none items-center gap-2 border-b border-line-1 bg-bg-1 px-2 outline-none press-none"
    >
      <IconButton
        label={sidebar ? "Hide the sidebar" : "Show the sidebar"}
        chord="sidebar"
        aria-expanded={sidebar}
        onClick={() => run("sidebar")}
      >
        <MenuIcon size={16} aria-hidden />
      </IconButton>
      <Tabs />
      <SearchButton />
      <NeedsYou />
      <IconButton label="New session" chord="new-session" onClick={() => run("new-session")}>
        <Plus size={16} aria-hidden />
      </IconButton>
      <IconButton label={`Show as ${other}`} onClick={() => run(other)}>
        {other === "list" ? <List size={16} aria-hidden /> : <LayoutGrid size={16} aria-hidden />}
      </IconButton>
      <SettingsMenu />
    </header>
  );
}

function SearchButton(): ReactElement {
  const run = useCommand();
  return (
    <button
      type="button"
      className="mx-auto flex h-7 w-full max-w-105 min-w-0 flex-1 items-center gap-2 rounded-sm border border-line-2 bg-bg-2 px-2 text-text-2 hover:bg-hover"
      onClick={() => run("palette")}
    >
      <Search size={14} aria-hidden className="flex-none" />
      <span className="truncate">Search sessions and commands</span>
      <span className="ml-auto max-lg:hidden">
        <Chord command="palette" />
      </span>
    </button>
  );
}

/** The value of the tab with every session. No directory has this name. */
const ALL = "*";

/** Directories as filters over the sessions. A tab owns no session, so nothing is lost with a tab. */
function Tabs(): ReactElement {
  const app = useApp();
  const sessions = useAppState((state) => state.sessions);
  const chosen = useAppState((state) => state.workspace);
  const workspaces = useMemo(() => workspacesOf(sessions.values()), [sessions]);
  const known = workspaces.some(({ cwd }) => cwd === chosen);
  return (
    <nav aria-label="Workspaces" className="min-w-0 flex-initial overflow-hidden">
      <ToggleGroup
        className="flex gap-1"
        value={[known && chosen !== undefined ? chosen : ALL]}
        onValueChange={([value]) => {
          // One tab is always chosen: a click on the chosen one changes nothing.
          if (value !== undefined) app.store.setState({ workspace: value === ALL ? undefined : value });
          showOverview(app);
        }}
      >
        <Tab value={ALL} label="All" count={sessions.size} />
        {workspaces.map(({ cwd, label, count }) => (
          <Tab key={cwd} value={cwd} label={label} count={count} />
        ))}
      </ToggleGroup>
    </nav>
  );
}

function Tab({ value, label, count }: { value: string; label: string; count: number }): ReactElement {
  return (
    <Toggle
      value={value}
      title={value === ALL ? "Every session" : value}
      className="h-7 max-w-40 truncate rounded-sm px-2.5 text-text-2 hover:bg-hover data-pressed:bg-bg-3 data-pressed:text-text-1"
    >
      {label} <span className="tabular-nums">{count}</span>
    </Toggle>
  );
}

/** The amber pill: how many sessions need a person, and which. Absent while none does. */
function NeedsYou(): ReactElement | null {
  const sessions = useAppState((state) => state.sessions);
  const dismissed = useAppState((state) => state.dismissed);
  const { needsYou } = useMemo(
    () => groupSessions(orderSessions(sessions.values(), dismissed), dismissed),
    [sessions, dismissed],
  );
  if (needsYou.length === 0) return null;
  const trigger = (
    <button type="button" className="h-6 flex-none rounded-full bg-wait px-2.5 font-semibold text-on-wait forced-colors:border">
      <span aria-hidden>◆ </span>
      {needsYou.length} need{needsYou.length === 1 ? "s" : ""} you
    </button>
  );
  return (
    <Menu trigger={trigger}>
      {needsYou.map((session) => (
        <CommandItem key={session.id} command="open" session={session.id}>
          <span className="flex max-w-90 items-baseline gap-2 py-1">
            <StateGlyph session={session} />
            <span className="flex-none font-semibold">{titleOf(session)}</span>
            <span className="truncate text-text-2">{lineOf(session)}</span>
          </span>
        </CommandItem>
      ))}
    </Menu>
  );
}
