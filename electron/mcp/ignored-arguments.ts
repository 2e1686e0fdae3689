/**
 * Arguments that the tool does not have, or that the action has no use for. One
 * that is nearly an argument of the tool is refused before anything is done, and
 * so is any with a `stop` of all sessions: it was meant to name one. Another may be
 * an addition of the client's own, so it is named at the end of the answer.
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

const WAITS = ["wait", ...WAIT_FIELDS];
const INPUT = ["data", "text", "submit", "key", "keys", "click", "steps", "stop_on", "if_held"];
/** What an action takes beside `id`. */
const OF_ACTION = new Map<string, readonly string[]>([
  ["start", ["command", "name", "cwd", "cols", "rows", "steps", "stop_on", ...WAITS]],
  ["run", ["command", "timeout", "lines", "if_held"]],
  ["wait", ["since", ...WAITS]],
  ["stdin", [...INPUT, ...WAITS]],
  ["stdout", ["lines", "since", "changed", "strip_ansi"]],
  ["stream", ["since", "since_last", "strip_ansi"]],
  ["search", ["pattern", "context", "lines", "since"]],
  ["list", []],
  ["stop", []],
  ["notify", ["data"]],
  ["send_secret", ["data", ...WAITS]],
  ["resize", ["cols", "rows"]],
]);

/**
 * The notice about arguments that are ignored: the tool does not have them, or the action has no use for them. Undefined
 * where there are none. Throws `bad-request` for one that is meant to be another, and for a `stop` of all sessions that has any.
 */
export function ignoredArguments(action: string, names: readonly string[]): string | undefined {
  for (const name of names.filter((name) => !KNOWN.includes(name))) {
    const meant =
      OTHER_NAMES.get(name.toLowerCase().replaceAll(/[_-]/g, "")) ?? nearestNames(name, KNOWN, name.length < SHORT ? 1 : 2)[0];
    if (meant !== undefined)
      throw new HostError("bad-request", `There is no argument ${shown(name)}; did you mean ${meant}? Nothing was done`);
  }
  const taken = OF_ACTION.get(action) ?? KNOWN;
  const isTaken = (name: string): boolean => taken.includes(name) && (name !== "stop_on" || names.includes("steps"));
  const ignored = names.filter((name) => name !== "action" && name !== "id" && !isTaken(name));
  const [first] = ignored;
  if (first === undefined) return undefined;
  if (action === "stop" && !names.includes("id")) {
    throw new HostError(
      "bad-request",
      `stop has no argument ${shown(first)}. With id it ends one session, without any argument all of yours. Nothing was done`,
    );
  }
  const more = ignored.length > MAX_NAMED ? " and others" : "";
  return notice(`ignored: ${ignored.slice(0, MAX_NAMED).map(shown).join(", ")}${more}`);
}

function shown(name: string): string {
  return oneLine(name).slice(0, MAX_LENGTH);
}
