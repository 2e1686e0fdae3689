/**
 * The settings as the window has them: those of the settings file, which all
 * windows share, and those of this window alone.
 */
import { isRecord } from "../../shared/json.ts";
import { DEFAULT_SETTINGS as DEFAULT_SHARED, readSettings, type Settings } from "../../shared/settings/settings.ts";

/** What belongs to this window, and is kept in the browser's local storage. */
type OwnSettings = {
  readonly layout: "grid" | "list";
  readonly sidebar: boolean;
  readonly inspector: boolean;
};

export type WindowSettings = Settings & OwnSettings;

const DEFAULT_OWN: OwnSettings = { layout: "grid", sidebar: true, inspector: false };

export const DEFAULT_SETTINGS: WindowSettings = { ...DEFAULT_SHARED, ...DEFAULT_OWN };

const ALLOWED: { readonly [K in keyof OwnSettings]: readonly OwnSettings[K][] } = {
  layout: ["grid", "list"],
  sidebar: [true, false],
  inspector: [true, false],
};

/** Reads settings that were stored; anything unknown or out of range keeps its default. */
export function parseSettings(text: string | null): WindowSettings {
  const stored = parsed(text);
  const own = Object.entries(stored).filter(([name, value]) => {
    const allowed = ALLOWED[name as keyof OwnSettings] as readonly unknown[] | undefined;
    return allowed?.includes(value) ?? false;
  });
  return { ...readSettings(stored).settings, ...DEFAULT_OWN, ...Object.fromEntries(own) };
}

/** The settings that earlier versions kept in the window, and that now belong in the file. */
export function parseEarlierSettings(text: string | null): Partial<Settings> {
  const { settings } = readSettings(parsed(text));
  const names = ["theme", "density", "textSize", "singleKeys"] as const;
  return Object.fromEntries(
    names.filter((name) => settings[name] !== DEFAULT_SHARED[name]).map((name) => [name, settings[name]]),
  );
}

function parsed(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? "{}");
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

/** The change as far as it belongs in the file. */
export function sharedPart(change: Partial<WindowSettings>): Partial<Settings> {
  return Object.fromEntries(Object.entries(change).filter(([name]) => !Object.hasOwn(DEFAULT_OWN, name)));
}
