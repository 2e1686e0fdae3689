/**
 * Every setting of `settings.json`, once: its default, what it may be, and what it
 * does. The host reads the file by this table, the window shows it, and
 * docs/settings.md lists it. No setting turns an access check off.
 */
import type { AttentionKind } from "../attention-kind.ts";
import { isRecord } from "../json.ts";
import { WINDOW_COMMANDS } from "../window-commands.ts";
import { normalChord } from "./chord-text.ts";
import { COLOR_SCHEME, type ColorScheme } from "./color-scheme.ts";
import { QUIET_HOURS, type QuietHours } from "./quiet-hours.ts";
import {
  BOOLEAN,
  type Check,
  entriesOf,
  objectOf,
  oneOf,
  orNull,
  reportUnknown,
  type SettingFault,
  valueCheck,
  wholeNumber,
} from "./setting-check.ts";

/** Where a session that begins to ask, fails or finishes is told of. */
export type Channels = { readonly inbox: boolean; readonly toast: boolean; readonly notification: boolean };

export type Settings = {
  readonly theme: "system" | "dark" | "light" | "high-contrast";
  readonly density: "comfort" | "compact";
  readonly darkColorScheme: string | null;
  readonly lightColorScheme: string | null;
  readonly colorSchemes: Readonly<Record<string, ColorScheme>>;
  readonly terminalFont: string | null;
  readonly textSize: number;
  readonly cursorShape: "block" | "bar" | "underline";
  readonly cursorBlink: boolean;
  readonly copyOnSelect: boolean;
  readonly macOptionIsMeta: boolean;
  readonly keys: Readonly<Record<string, string | null>>;
  readonly singleKeys: boolean;
  readonly attention: Readonly<Record<AttentionKind, Channels>>;
  readonly quietHours: QuietHours | null;
  readonly shellIntegration: boolean;
  readonly keepRecordingsDays: number | null;
  readonly keepRecordingsMegabytes: number | null;
  readonly http: boolean;
  readonly port: number | null;
  readonly newAgents: (typeof NEW_AGENT_TIERS)[number];
  readonly flatSessions: boolean;
  readonly typingTakesOver: boolean;
  readonly offerBackAfterSeconds: number | null;
};

/** What an agent may do before the user has said anything. */
const NEW_AGENT_TIERS = ["observe", "own"] as const;

export type SettingName = keyof Settings;

export const SECTIONS = ["Appearance", "Terminal", "Keyboard", "Attention", "Recordings", "Agents"] as const;
export type Section = (typeof SECTIONS)[number];

export type SettingRow<T> = {
  readonly section: Section;
  readonly default: T;
  readonly check: Check<T>;
  /** What it does, in one or two sentences. */
  readonly help: string;
};

const CHANNELS: Check<Channels> = objectOf("an object with inbox, toast and notification", {
  inbox: BOOLEAN,
  toast: BOOLEAN,
  notification: BOOLEAN,
});
const MAX_NAME = 100;
/** Without characters that end a name in a list of typefaces, or cannot be seen. */
const isName = (value: unknown): boolean => {
  return (
    typeof value === "string" && value.trim() !== "" && value.length <= MAX_NAME && !/[\p{C}"\\;{}]|^__proto__$/u.test(value)
  );
};
const NAME: Check<string> = valueCheck('a name of at most 100 characters, without " \\ ; { }', isName);
const LIMIT = orNull(wholeNumber(1, Number.MAX_SAFE_INTEGER));
const COMMAND_IDS: readonly string[] = WINDOW_COMMANDS.map(({ id }) => id);
const EVERYWHERE: Channels = { inbox: true, toast: true, notification: true };

export const SETTINGS: { readonly [K in SettingName]: SettingRow<Settings[K]> } = {
  theme: {
    section: "Appearance",
    default: "system",
    check: oneOf("system", "dark", "light", "high-contrast"),
    help: "The colors of the window. `system` follows the operating system, also in its wish for more contrast.",
  },
  density: {
    section: "Appearance",
    default: "comfort",
    check: oneOf("comfort", "compact"),
    help: "How much space a tile takes.",
  },
  darkColorScheme: {
    section: "Appearance",
    default: null,
    check: orNull(NAME),
    help: "The entry of `colorSchemes` that terminals have while the window is dark. Without one, Cotty's own colors.",
  },
  lightColorScheme: {
    section: "Appearance",
    default: null,
    check: orNull(NAME),
    help: "The same while the window is light. The high-contrast theme always has its own colors.",
  },
  colorSchemes: {
    section: "Appearance",
    default: {},
    check: entriesOf(
      "an object with a color scheme for each name",
      { kind: "name for a color scheme", accepts: isName, most: 200 },
      COLOR_SCHEME,
    ),
    help: "Color schemes by their names. Each has `background`, `foreground`, `cursor` and a list `ansi` of 16 colors. The window imports them.",
  },
  terminalFont: {
    section: "Terminal",
    default: null,
    check: orNull(NAME),
    help: "A monospaced typeface that is installed on this machine. Without one, the bundled JetBrains Mono.",
  },
  textSize: {
    section: "Terminal",
    default: 0,
    check: valueCheck("0, or a whole number from 6 to 64", (value) => {
      return value === 0 || (Number.isSafeInteger(value) && Number(value) >= 6 && Number(value) <= 64);
    }),
    help: "The type size of open sessions in pixels. 0 is the size that lets the whole screen show.",
  },
  cursorShape: {
    section: "Terminal",
    default: "block",
    check: oneOf("block", "bar", "underline"),
    help: "The cursor of programs that do not choose one.",
  },
  cursorBlink: {
    section: "Terminal",
    default: false,
    check: BOOLEAN,
    help: "The cursor blinks, unless a program says otherwise.",
  },
  copyOnSelect: { section: "Terminal", default: false, check: BOOLEAN, help: "Selecting text in a session copies it." },
  macOptionIsMeta: {
    section: "Terminal",
    default: false,
    check: BOOLEAN,
    help: "On macOS, Option is sent to programs as Alt, and writes no special characters.",
  },
  keys: {
    section: "Keyboard",
    default: {},
    check: entriesOf(
      "an object with a chord or null for each command",
      { kind: "command of the window", accepts: (id) => COMMAND_IDS.includes(id), known: COMMAND_IDS, most: COMMAND_IDS.length },
      orNull(
        valueCheck<string>("a chord such as Ctrl+Shift+K, or a function key", (value) => {
          return typeof value === "string" && normalChord(value) === value;
        }),
      ),
    ),
    help: 'Other chords for commands of the window: `{"palette": "Ctrl+Shift+P"}`. With `null`, a command has none.',
  },
  singleKeys: {
    section: "Keyboard",
    default: true,
    check: BOOLEAN,
    help: "Letters and digits run commands while a tile has the keyboard.",
  },
  attention: {
    section: "Attention",
    default: {
      asks: EVERYWHERE,
      failed: EVERYWHERE,
      message: EVERYWHERE,
      finished: { inbox: false, toast: false, notification: false },
    },
    check: objectOf("an object with asks, failed, message and finished", {
      asks: CHANNELS,
      failed: CHANNELS,
      message: CHANNELS,
      finished: CHANNELS,
    }),
    help: "Where a session that asks, has failed, sends a message or has finished well is told of: `inbox`, `toast` (in the window), `notification` (of the system).",
  },
  quietHours: {
    section: "Attention",
    default: null,
    check: orNull(QUIET_HOURS),
    help: 'No toast and no notification in this time: `{"from": "22:00", "to": "07:00", "days": ["Mon", "Tue"]}`. The days are those on which it begins. The inbox goes on.',
  },
  shellIntegration: {
    section: "Terminal",
    default: true,
    check: BOOLEAN,
    help: "A session that is bash, zsh or fish gets marks around its prompts and commands, without a change to your files. `cotty run` needs them. Counts for the next session.",
  },
  keepRecordingsDays: {
    section: "Recordings",
    default: null,
    check: LIMIT,
    help: "Recordings that began more days ago are deleted. One from elsewhere counts from the day on which it was opened. With `null`, age deletes none.",
  },
  keepRecordingsMegabytes: {
    section: "Recordings",
    default: null,
    check: LIMIT,
    help: "With more megabytes than this, the oldest recordings are deleted. One that does not fit beside the later ones is deleted before smaller, older ones. With `null`, size deletes none.",
  },
  http: {
    section: "Agents",
    default: false,
    check: BOOLEAN,
    help: "MCP over HTTP is on. Each agent still needs a token.",
  },
  port: {
    section: "Agents",
    default: null,
    check: orNull(wholeNumber(1, 65_535)),
    help: "The loopback port of the window and of MCP over HTTP: this one or none. `null` takes 26889, or any free port if that is taken, and that one again the next time. Counts when the host starts.",
  },
  newAgents: {
    section: "Agents",
    default: "own",
    check: oneOf(...NEW_AGENT_TIERS),
    help: "What an agent may do that you have granted nothing: `own` starts and drives its own sessions, `observe` only reads what is shared with it.",
  },
  flatSessions: {
    section: "Agents",
    default: false,
    check: BOOLEAN,
    help: "Every client sees all sessions, as in terminalcp, and not only its own. Counts when the host starts.",
  },
  typingTakesOver: {
    section: "Agents",
    default: true,
    check: BOOLEAN,
    help: "Your keystroke takes the keyboard from an agent that drives. If not, only a takeover does; Ctrl+C gets through all the same.",
  },
  offerBackAfterSeconds: {
    section: "Agents",
    default: 60,
    check: LIMIT,
    help: "A keyboard that you took by typing is offered back when you have typed nothing for this number of seconds: the agent's next input takes it. With `null`, never.",
  },
};

export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];

/** Every setting as it is when nobody has chosen anything. */
export const DEFAULT_SETTINGS = Object.fromEntries(SETTING_NAMES.map((name) => [name, SETTINGS[name].default])) as Settings;

export type ReadSettings = {
  /** Complete: what is missing or wrong has its default. */
  readonly settings: Settings;
  readonly faults: readonly SettingFault[];
};

/** Reads parsed JSON as settings. Every mistake is a fault, and never more than that: a typing mistake must not keep a person from the sessions. */
export function readSettings(value: unknown): ReadSettings {
  const faults: SettingFault[] = [];
  const context = { path: [], report: (fault: SettingFault) => void faults.push(fault) };
  if (!isRecord(value)) {
    return { settings: DEFAULT_SETTINGS, faults: [{ path: [], message: "not a JSON object; the defaults are used" }] };
  }
  reportUnknown(value, SETTING_NAMES, context);
  const settings = Object.fromEntries(
    SETTING_NAMES.map((name) => {
      const row = SETTINGS[name] as SettingRow<unknown>;
      const given = Object.hasOwn(value, name);
      return [name, given ? row.check.read(value[name], row.default, { ...context, path: [name] }) : row.default];
    }),
  ) as Settings;
  return { settings, faults };
}
