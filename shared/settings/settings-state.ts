/** What clients learn of the settings, and what they may ask for. */
import type { SettingName, Settings } from "./settings.ts";

export type SettingsState = {
  readonly settings: Settings;
  /** The settings that the file names. All others have their defaults. */
  readonly given: readonly SettingName[];
  /** What is wrong in the file, in words, with the line. */
  readonly faults: readonly string[];
  /** The file cannot be read as settings at all. The last good ones are in use, and no change is written. */
  readonly isBroken: boolean;
  /** The path of the file. */
  readonly file: string;
};

export type SettingsChange = {
  /** A JSON object of settings to write, as text. */
  readonly set?: string | undefined;
  /** Settings to take out of the file, so that they have their defaults again. */
  readonly reset?: readonly SettingName[] | undefined;
};
