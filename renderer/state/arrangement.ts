/**
 * How a person has arranged the sessions: what is pinned, the order made by hand,
 * the tabs, and the groups. Sessions are remembered by their ids. Pure.
 */
import type { SessionId } from "../../shared/protocol.ts";

/** A filter with a name. It owns no session. */
export type SavedTab = { readonly name: string; readonly filter: string };

export const GROUPINGS = ["none", "agent", "folder", "evaluation"] as const;
export type Grouping = (typeof GROUPINGS)[number];

export type Arrangement = {
  readonly pinned: readonly SessionId[];
  /** Sessions in the order made by hand. Others come after them, by their start. */
  readonly order: readonly SessionId[];
  readonly tabs: readonly SavedTab[];
  readonly grouping: Grouping;
};

export const NO_ARRANGEMENT: Arrangement = { pinned: [], order: [], tabs: [], grouping: "none" };

/** More are forgotten, the oldest first: sessions end, and their ids with them. */
const MAX_IDS = 1000;
const MAX_TABS = 50;
const MAX_TAB_NAME = 40;

export function withPinToggled(arrangement: Arrangement, id: SessionId): Arrangement {
  const without = arrangement.pinned.filter((pinned) => pinned !== id);
  const pinned = without.length < arrangement.pinned.length ? without : [...without, id].slice(-MAX_IDS);
  return { ...arrangement, pinned };
}

/** Moves `id` to the place of `target` among the sessions as they are shown. */
export function withMoved(
  arrangement: Arrangement,
  shown: readonly SessionId[],
  { id, target }: { readonly id: SessionId; readonly target: SessionId },
): Arrangement {
  const to = shown.indexOf(target);
  if (id === target || to === -1 || !shown.includes(id)) return arrangement;
  const moved = shown.filter((other) => other !== id);
  moved.splice(to, 0, id);
  const others = arrangement.order.filter((other) => !shown.includes(other));
  return { ...arrangement, order: [...moved, ...others].slice(0, MAX_IDS) };
}

/** Saves a filter as a tab. A tab of the same name gets the new filter. */
export function withTab(arrangement: Arrangement, tab: SavedTab): Arrangement {
  const name = tab.name.trim().slice(0, MAX_TAB_NAME);
  if (name === "") return arrangement;
  const saved = { name, filter: tab.filter };
  const known = arrangement.tabs.some((each) => each.name === name);
  const tabs = known ? arrangement.tabs.map((each) => (each.name === name ? saved : each)) : [...arrangement.tabs, saved];
  return { ...arrangement, tabs: tabs.slice(0, MAX_TABS) };
}

export function withTabRenamed(arrangement: Arrangement, from: string, to: string): Arrangement {
  const name = to.trim().slice(0, MAX_TAB_NAME);
  if (name === "" || name === from) return arrangement;
  const tabs = arrangement.tabs.filter((tab) => tab.name !== name).map((tab) => (tab.name === from ? { ...tab, name } : tab));
  return { ...arrangement, tabs };
}

export function withoutTab(arrangement: Arrangement, name: string): Arrangement {
  return { ...arrangement, tabs: arrangement.tabs.filter((tab) => tab.name !== name) };
}

/** Reads an arrangement that was stored; what is unknown or invalid is left out. */
export function parseArrangement(text: string | null): Arrangement {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? "{}");
  } catch {
    return NO_ARRANGEMENT;
  }
  const { pinned, order, tabs, grouping } = (typeof stored === "object" && stored !== null ? stored : {}) as Record<
    string,
    unknown
  >;
  return {
    pinned: strings(pinned),
    order: strings(order),
    tabs: Array.isArray(tabs) ? tabs.filter(isTab).slice(0, MAX_TABS) : [],
    grouping: GROUPINGS.find((known) => known === grouping) ?? "none",
  };
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string").slice(0, MAX_IDS) : [];
}

function isTab(value: unknown): value is SavedTab {
  const { name, filter } = (value ?? {}) as Record<string, unknown>;
  return typeof name === "string" && name !== "" && name.length <= MAX_TAB_NAME && typeof filter === "string";
}
