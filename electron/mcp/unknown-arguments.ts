/**
 * Arguments that the tool does not have. One that is nearly an argument of the
 * tool is refused before anything is done: without its id, `stop` would end all
 * sessions. Any other may be an addition of the client's own, so it is named at
 * the end of the answer.
 */
import { HostError } from "../../shared/errors.ts";
import { nearestNames } from "../../shared/nearest-names.ts";
import { oneLine } from "../../shared/visible-unicode.ts";
import { notice } from "./notices.ts";
import { WAIT_FIELDS } from "./tool-arguments.ts";
import { TERMINAL_TOOL } from "./tool-definition.ts";

const KNOWN: readonly string[] = [...Object.keys(TERMINAL_TOOL.inputSchema.properties), ...WAIT_FIELDS, "if_held", "text", "key"];
/** Names that other tools have for the same, in lower case and without underscores. */
const OTHER_NAMES = new Map([
  ["cmd", "command"],
  ["message", "data"],
  ["purpose", "data"],
  ["regex", "pattern"],
  ["session", "id"],
  ["sessionid", "id"],
  ["step", "steps"],
  ["timeoutms", "timeout"],
]);
/** Short names differ by two letters from some name whatever they mean. */
const SHORT = 6;
const MAX_NAMED = 5;
const MAX_LENGTH = 40;

/** The notice about unknown arguments; undefined where there are none. Throws `bad-request` for one that is meant to be another. */
export function unknownArguments(names: readonly string[]): string | undefined {
  const unknown = names.filter((name) => !KNOWN.includes(name));
  for (const name of unknown) {
    const plain = name.toLowerCase().replaceAll(/[_-]/g, "");
    const meant = OTHER_NAMES.get(plain) ?? nearestNames(name, KNOWN, name.length < SHORT ? 1 : 2)[0];
    if (meant === undefined) continue;
    throw new HostError("bad-request", `There is no argument ${shown(name)}; did you mean ${meant}? Nothing was done`);
  }
  if (unknown.length === 0) return undefined;
  const more = unknown.length > MAX_NAMED ? " and others" : "";
  return notice(`ignored: ${unknown.slice(0, MAX_NAMED).map(shown).join(", ")}${more}`);
}

function shown(name: string): string {
  return oneLine(name).slice(0, MAX_LENGTH);
}
