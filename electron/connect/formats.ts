/**
 * The formats of configuration files. The build puts this into a separate file
 * that only `cotty connect` loads, because the parsers would slow down the start
 * of every other command.
 */
import { editJson, readJson } from "./json-format.ts";
import { editToml, readToml } from "./toml-format.ts";
import { editYaml, readYaml } from "./yaml-format.ts";
import type { ServerEntry } from "./clients.ts";
import { refuseDeep } from "../../shared/nesting.ts";

export type ConfigFormat = {
  /** Parses a file's text. Throws with the place of the first mistake. */
  readonly read: (text: string) => unknown;
  /** The text with `entry` at `path`; undefined removes what is there. Throws if the edit would change anything else. */
  readonly edit: (text: string, path: readonly string[], entry: ServerEntry | undefined) => string;
};

export const FORMATS = {
  json: { read: unlessDeep(readJson), edit: editJson },
  toml: { read: unlessDeep(readToml), edit: editToml },
  yaml: { read: unlessDeep(readYaml), edit: editYaml },
} as const satisfies Record<string, ConfigFormat>;

function unlessDeep(read: (text: string) => unknown): (text: string) => unknown {
  return (text) => {
    refuseDeep(text);
    return read(text);
  };
}
