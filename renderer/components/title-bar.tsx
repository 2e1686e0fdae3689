/** Tabs, search, what needs you, and the settings of the window. */
import { Funnel, LayoutGrid, List, Menu as MenuIcon, Plus, Search } from "lucide-react";
import type { ReactElement } from "react";
import { endFilter } from "../commands/arrange-sessions.ts";
import { InboxButton } from "../inbox/inbox-button.tsx";
import { useApp, useAppState } from "../state/app-context.ts";
import { Chord, IconButton } from "./controls.tsx";
import { SettingsMenu } from "./settings-menu.tsx";
import { Tabs } from "./tabs.tsx";
import { useCommand } from "./use-command.ts";

export function TitleBar(): ReactElement {
  const run = useCommand();
  const { sidebar, layout } = useAppState(({ settings }) => settings);
  const other = layout === "grid" ? "list" : "grid";
  return (
    // Both sides take the same space, whatever is in them: the search stays where it is.
    <header
      data-region
      tabIndex={-1}
      aria-label="Title bar"
      className="grid h-10 flex-none grid-cols-[minmax(0,1fr)_clamp(8rem,26vw,26rem)_minmax(0,1fr)] max-sm:grid-cols-[minmax(0,1fr)_1.75rem_auto] items-center gap-2 border-b border-line-1 bg-bg-1 px-2 outline-none press-none"
    >
      <div className="flex min-w-0 items-center gap-2">
        <IconButton
          label={sidebar ? "Hide the sidebar" : "Show the sidebar"}
          chord="sidebar"
          aria-expanded={sidebar}
          onClick={() => run("sidebar")}
        >
          <MenuIcon size={16} aria-hidden />
        </IconButton>
        <Tabs />
      </div>
      <SearchButton />
      <div className="flex items-center justify-end gap-2">
        <InboxButton />
        <IconButton label="New session" chord="new-session" onClick={() => run("new-session")}>
          <Plus size={16} aria-hidden />
        </IconButton>
        <FilterButton />
        <IconButton label={`Show as ${other}`} onClick={() => run(other)}>
          {other === "list" ? <List size={16} aria-hidden /> : <LayoutGrid size={16} aria-hidden />}
        </IconButton>
        <SettingsMenu />
      </div>
    </header>
  );
}

/** Opens the bar with the filter and the groups, and closes it. */
function FilterButton(): ReactElement {
  const app = useApp();
  const run = useCommand();
  const filtering = useAppState((state) => state.filtering || state.filter !== "");
  return (
    <IconButton
      label={filtering ? "End the filter" : "Filter and group the sessions"}
      aria-expanded={filtering}
      onClick={() => (filtering ? endFilter(app) : run("filter"))}
    >
      <Funnel size={16} aria-hidden />
    </IconButton>
  );
}

function SearchButton(): ReactElement {
  const run = useCommand();
  return (
    <button
      type="button"
      className="flex h-7 w-full min-w-0 items-center gap-2 rounded-sm border border-line-2 bg-bg-2 px-2 text-text-2 hover:bg-hover max-sm:px-1.5"
      onClick={() => run("palette")}
    >
      <Search size={14} aria-hidden className="flex-none" />
      <span className="truncate max-sm:sr-only">Search sessions and commands</span>
      <span className="ml-auto flex-none max-lg:hidden">
        <Chord command="palette" />
      </span>
    </button>
  );
}
