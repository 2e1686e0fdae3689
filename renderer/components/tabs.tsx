/** The tabs: filters over the sessions. A tab owns no session, so nothing is lost with a tab. */
import { Menu as BaseMenu } from "@base-ui/react/menu";
import { Toggle } from "@base-ui/react/toggle";
import { ToggleGroup } from "@base-ui/react/toggle-group";
import { Check, ChevronDown } from "lucide-react";
import { type ReactElement, useMemo, useRef } from "react";
import { showOverview } from "../commands/session-actions.ts";
import { useApp, useAppState } from "../state/app-context.ts";
import { steadySessions } from "../state/live-session.ts";
import { workspacesOf } from "../state/session-display.ts";
import { shownSessions } from "../state/selectors.ts";
import { Menu } from "./controls.tsx";
import { splitTabs, useFittingCount } from "./use-fitting-count.ts";

/** The tab with every session. No directory has this name. */
const ALL = "*";
/** The width of the menu's button and the gap before it, in CSS pixels. */
const MENU_WIDTH = 76;
const LOOK = "h-7 max-w-40 flex-none rounded-sm px-2.5 whitespace-nowrap";

type TabItem = {
  readonly value: string;
  readonly label: string;
  readonly title: string;
  readonly count: number;
  /** What the tab shows: the sessions of a folder, or those that pass a filter. */
  readonly workspace?: string | undefined;
  readonly filter: string;
};

/** The tab with every session, the saved ones, and one for each folder. `chosen` is empty while a filter is in use that no tab has. */
function useTabs(): { readonly tabs: readonly TabItem[]; readonly chosen: string } {
  // Only the filters of saved tabs may look into the last lines.
  const sessions = useAppState((state) =>
    state.arrangement.tabs.length === 0 ? steadySessions(state.sessions) : state.sessions,
  );
  const workspace = useAppState((state) => state.workspace);
  const filter = useAppState((state) => state.filter);
  const saved = useAppState(({ arrangement }) => arrangement.tabs);
  const tabs = useMemo((): TabItem[] => {
    const count = (text: string): number => shownSessions({ sessions, workspace: undefined, filter: text }).length;
    return [
      { value: ALL, label: "All", title: "Every session", count: sessions.size, filter: "" },
      ...saved.map((tab) => ({
        value: `tab ${tab.name}`,
        label: tab.name,
        title: `Filter: ${tab.filter}`,
        count: count(tab.filter),
        filter: tab.filter,
      })),
      ...workspacesOf(sessions.values()).map(({ cwd, ...rest }) => ({
        value: cwd,
        title: cwd,
        ...rest,
        workspace: cwd,
        filter: "",
      })),
    ];
  }, [sessions, saved]);
  const known = workspace !== undefined && tabs.some((tab) => tab.workspace === workspace) ? workspace : undefined;
  const chosen = tabs.find((tab) => tab.filter === filter && tab.workspace === known)?.value ?? "";
  return { tabs, chosen };
}

export function Tabs(): ReactElement {
  const app = useApp();
  const { tabs, chosen } = useTabs();
  const row = useRef<HTMLDivElement>(null);
  const fits = useFittingCount(row, MENU_WIDTH, tabs.map(({ label, count }) => `${label} ${count}`).join("\n"));
  const { seen, rest } = splitTabs(tabs, fits, chosen);
  const choose = (value: string | undefined): void => {
    // One tab is always chosen: a click on the chosen one changes nothing.
    const tab = tabs.find((each) => each.value === value);
    if (tab) app.store.setState({ workspace: tab.workspace, filter: tab.filter, filtering: false });
    showOverview(app);
  };
  return (
    <nav aria-label="Tabs" className="relative min-w-0 flex-1">
      <div ref={row} aria-hidden className="invisible absolute inset-x-0 top-0 flex h-7 gap-1 overflow-hidden">
        {tabs.map((tab) => (
          <span key={tab.value} className={`${LOOK} truncate`}>
            <TabText tab={tab} />
          </span>
        ))}
      </div>
      <div className="flex gap-1">
        <ToggleGroup
          className="flex min-w-0 gap-1"
          value={chosen === "" ? [] : [chosen]}
          onValueChange={([value]) => choose(value)}
        >
          {seen.map((tab) => (
            <Toggle
              key={tab.value}
              value={tab.value}
              title={tab.title}
              className={`${LOOK} truncate text-text-2 hover:bg-hover data-pressed:bg-bg-3 data-pressed:text-text-1`}
            >
              <TabText tab={tab} />
            </Toggle>
          ))}
        </ToggleGroup>
        {rest.length > 0 && <MoreTabs tabs={rest} chosen={chosen} onChoose={choose} />}
      </div>
    </nav>
  );
}

function TabText({ tab: { label, count } }: { tab: TabItem }): ReactElement {
  return (
    <>
      <bdi>{label}</bdi> <span className="tabular-nums">{count}</span>
    </>
  );
}

type MoreTabsProps = { readonly tabs: readonly TabItem[]; readonly chosen: string; readonly onChoose: (value: string) => void };

function MoreTabs({ tabs, chosen, onChoose }: MoreTabsProps): ReactElement {
  const trigger = (
    <button type="button" className="button button-quiet flex-none px-2 tabular-nums" aria-label={`${tabs.length} more tabs`}>
      +{tabs.length} <ChevronDown size={14} aria-hidden />
    </button>
  );
  return (
    <Menu trigger={trigger}>
      <BaseMenu.RadioGroup value={chosen} onValueChange={onChoose} className="max-h-[70vh] overflow-y-auto">
        {tabs.map((tab) => (
          <BaseMenu.RadioItem key={tab.value} value={tab.value} title={tab.title} className="menu-item" closeOnClick>
            <span className="inline-grid w-4 place-items-center">
              <BaseMenu.RadioItemIndicator>
                <Check size={14} aria-hidden />
              </BaseMenu.RadioItemIndicator>
            </span>
            <span className="max-w-80 truncate">
              <TabText tab={tab} />
            </span>
          </BaseMenu.RadioItem>
        ))}
      </BaseMenu.RadioGroup>
    </Menu>
  );
}
