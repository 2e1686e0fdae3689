/**
 * The formats of configuration files. The build puts this into a separate file
 * that only `cotty connect` loads, because the parsers would slow down the start
 * of every other command.
 */
export { editJson, readJson } from "./json-format.ts";
export { editToml, readToml } from "./toml-format.ts";
