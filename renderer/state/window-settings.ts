/** What a person has chosen for this window; kept in the browser's local storage. */
import { TEXT_SIZES, type TextSize } from "../terminal/fit-font.ts";
import type { ThemeChoice } from "../theme/apply-theme.ts";

export type Settings = {
  readonly theme: ThemeChoice;
  readonly density: "comfort" | "compact";
  readonly layout: "grid" | "list";
  readonly sidebar: boolean;
  readonly inspector: boolean;
  /** The type size of live terminals in px; 0 for the one that fits. */
  readonly textSize: TextSize;
  /** Single letters and digits run commands in the grid. WCAG 2.1.4 wants a switch for that. */
  readonly singleKeys: boolean;
};

export const DEFAULT_SETTINGS: Settings = {
  theme: "system",
  density: "comfort",
  layout: "grid",
  sidebar: true,
  inspector: false,
  textSize: 0,
  singleKeys: true,
};

const ALLOWED: { readonly [K in keyof Settings]: readonly Settings[K][] } = {
  theme: ["system", "dark", "light"],
  density: ["comfort", "compact"],
  layout: ["grid", "list"],
  sidebar: [true, false],
  inspector: [true, false],
  textSize: TEXT_SIZES,
  singleKeys: [true, false],
};

/** Reads settings that were stored; anything unknown or out of range keeps its default. */
export function parseSettings(text: string | null): Settings {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? "{}");
  } catch {
    return DEFAULT_SETTINGS;
  }
  if (typeof stored !== "object" || stored === null) return DEFAULT_SETTINGS;
  const known = Object.entries(stored).filter(([name, value]) => {
    const allowed = ALLOWED[name as keyof Settings] as readonly unknown[] | undefined;
    return allowed?.includes(value) ?? false;
  });
  return { ...DEFAULT_SETTINGS, ...Object.fromEntries(known) };
}
