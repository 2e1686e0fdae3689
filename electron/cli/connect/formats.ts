/**
 * The formats of configuration files. Built as a file of its own, which only
 * `cotty connect` loads: parsers would make every other command start slower.
 */
export { editJson, readJson } from "./json-format.ts";
export { editToml, readToml } from "./toml-format.ts";
