/**
 * Sessions side by side: how the panes of a split lie, and how large they are.
 * Pure. A pane is the session that it shows, so no session is in two panes.
 */
import type { SessionId } from "../../shared/protocol.ts";

/** Each pane has a live terminal, and more than this many would cost too much. */
export const MAX_PANES = 4;

export type SplitDirection = "right" | "down";

/** A place for a new pane. */
export type Beside = { readonly session: SessionId; readonly direction: SplitDirection };

/** One pane, or several parts beside or below each other. */
export type PaneTree = SessionId | PaneGroup;

export type PaneGroup = {
  readonly orientation: "horizontal" | "vertical";
  /** Two at least. */
  readonly parts: readonly PaneTree[];
  /** The share of each part, in percent. */
  readonly sizes: readonly number[];
};

/** The sessions of the panes, from the left and the top. */
export function sessionsIn(tree: PaneTree): SessionId[] {
  return isGroup(tree) ? tree.parts.flatMap(sessionsIn) : [tree];
}

export function isGroup(tree: PaneTree): tree is PaneGroup {
  return typeof tree !== "string";
}

/** A tree as a split; undefined for one pane or none. */
export function splitOf(tree: PaneTree | undefined): PaneGroup | undefined {
  return tree !== undefined && isGroup(tree) ? tree : undefined;
}

/** Halves the pane of a session. `added` gets the half to the right, or the lower one. */
export function withPane(tree: PaneTree, beside: Beside, added: SessionId): PaneTree {
  const orientation = beside.direction === "right" ? "horizontal" : "vertical";
  if (!isGroup(tree)) return tree === beside.session ? { orientation, parts: [tree, added], sizes: [50, 50] } : tree;
  const at = tree.parts.indexOf(beside.session);
  if (at === -1 || tree.orientation !== orientation) {
    return { ...tree, parts: tree.parts.map((part) => withPane(part, beside, added)) };
  }
  const half = (tree.sizes[at] ?? 0) / 2;
  return { orientation, parts: tree.parts.toSpliced(at + 1, 0, added), sizes: tree.sizes.toSpliced(at, 1, half, half) };
}

/** Takes the pane of a session away. Its neighbors get its space. Undefined when no pane is left. */
export function withoutPane(tree: PaneTree, id: SessionId): PaneTree | undefined {
  if (!isGroup(tree)) return tree === id ? undefined : tree;
  const kept = tree.parts.flatMap((part, at) => {
    const rest = withoutPane(part, id);
    return rest === undefined ? [] : [{ part: rest, size: tree.sizes[at] ?? 0 }];
  });
  const [first, ...others] = kept;
  if (!first || others.length === 0) return first?.part;
  const total = kept.reduce((sum, { size }) => sum + size, 0);
  return { ...tree, parts: kept.map(({ part }) => part), sizes: kept.map(({ size }) => (100 * size) / total) };
}

/** Shows another session in a pane. */
export function withReplaced(tree: PaneTree, from: SessionId, to: SessionId): PaneTree {
  if (!isGroup(tree)) return tree === from ? to : tree;
  return { ...tree, parts: tree.parts.map((part) => withReplaced(part, from, to)) };
}

/** Sets the sizes of one group of the tree. */
export function withSizes(tree: PaneTree, group: PaneGroup, sizes: readonly number[]): PaneTree {
  if (!isGroup(tree)) return tree;
  return tree === group ? { ...tree, sizes } : { ...tree, parts: tree.parts.map((part) => withSizes(part, group, sizes)) };
}

/** Gives the parts of each group the same size. */
export function withEqualSizes(tree: PaneTree): PaneTree {
  if (!isGroup(tree)) return tree;
  return { ...tree, parts: tree.parts.map(withEqualSizes), sizes: tree.parts.map(() => 100 / tree.parts.length) };
}

/** Leaves out panes where there is room for only `most`: the one with the keyboard stays, and what is next to it. */
export function atMost(tree: PaneTree, most: number, focused: SessionId): PaneTree {
  const all = sessionsIn(tree);
  const first = Math.max(0, Math.min(all.indexOf(focused), all.length - most));
  const left = all.filter((_, at) => at < first || at >= first + most);
  return left.reduce<PaneTree>((rest, id) => withoutPane(rest, id) ?? rest, tree);
}

/** Reads a split that was stored. Undefined for anything else, also for one pane. */
export function parsePanes(text: string | null): PaneGroup | undefined {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? "null");
  } catch {
    return undefined;
  }
  const tree = splitOf(treeIn(stored, 0));
  const all = tree ? sessionsIn(tree) : [];
  return all.length <= MAX_PANES && new Set(all).size === all.length ? tree : undefined;
}

function treeIn(value: unknown, depth: number): PaneTree | undefined {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null || depth === MAX_PANES) return undefined;
  const { orientation, parts, sizes } = value as Record<string, unknown>;
  if (orientation !== "horizontal" && orientation !== "vertical") return undefined;
  if (!Array.isArray(parts) || parts.length < 2 || !Array.isArray(sizes) || sizes.length !== parts.length) return undefined;
  const known = parts.flatMap((part) => treeIn(part, depth + 1) ?? []);
  const isSized = sizes.every((size) => typeof size === "number" && size > 0 && size < 100);
  return known.length === parts.length && isSized ? { orientation, parts: known, sizes: sizes as number[] } : undefined;
}
