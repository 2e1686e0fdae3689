/** What a person has chosen for this window; kept in the browser's local storage. */
import type { ThemeChoice } from "../theme/apply-theme.ts";

export type Settings = {
  readonly theme: ThemeChoice;
  readonly density: "comfort" | "compact";
  readonly layout: "grid" | "list";
  readonly sidebar: boolean;
  readonly inspector: boolean;
  /** Keys without a modifier in the grid; can be switched off (WCAG 2.1.4). */
  readonly singleKeys: boolean;
};

export const DEFAULT_SETTINGS: Settings = {
  theme: "system",
  density: "comfort",
  layout: "grid",
  sidebar: true,
  inspector: false,
  singleKeys: true,
};

const ALLOWED: { readonly [K in keyof Settings]: readonly Settings[K][] } = {
  theme: ["system", "dark", "light"],
  density: ["comfort", "compact"],
  layout: ["grid", "list"],
  sidebar: [true, false],
  inspector: [true, false],
  singleKeys: [true, false],
};

/** Settings from what was stored; anything unknown or out of range is left at its default. */
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
