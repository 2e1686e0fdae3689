/** Words the errors about the parameters of a request. Each names the parameter and says what would be right. */
import type { z } from "zod";
import { counted } from "./counted.ts";

type Issue = z.core.$ZodRawIssue;

const KINDS: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};
/** An error names this many of the fields that a request should not have. */
const MAX_KEYS = 3;

/** The error text after the parameter's name, for zod's `safeParse`. Undefined when the schema has its own text. */
export function parameterWording(issue: Issue): string | undefined {
  switch (issue.code) {
    case "too_big":
      return limit(issue.origin, "at most", Number(issue.maximum));
    case "too_small":
      return limit(issue.origin, "at least", Number(issue.minimum));
    case "invalid_type":
      return issue.input === undefined ? "is missing" : `must be ${KINDS[issue.expected] ?? issue.expected}`;
    case "invalid_value":
      return `must be one of ${issue.values.map(String).join(", ")}`;
    case "unrecognized_keys":
      return `has ${issue.keys.slice(0, MAX_KEYS).join(", ")}, which does not belong there`;
    case "invalid_union":
      return formsOf(issue.errors);
    case "invalid_key":
      return "has a name that it must not have";
    case "invalid_format":
    case "invalid_element":
    case "not_multiple_of":
    case "custom":
      return undefined;
  }
}

/**
 * The message for the first problem: `cols must be at most 1000`. People and agents
 * read it, so it names what they wrote, and neither the method nor what holds the
 * parameter in the protocol.
 */
export function parameterProblem(issues: readonly { path: readonly PropertyKey[]; message: string }[]): string {
  const [{ path, message } = { path: [], message: "must be an object" }] = issues;
  // The schema's own texts are sentences and begin with a capital letter.
  if (/^\p{Lu}/u.test(message)) return message;
  const lastName = path.findLastIndex((key) => typeof key === "string");
  return `${lastName === -1 ? "The parameters" : path.slice(lastName).map(String).join(".")} ${message}`;
}

/** The error for a value that fits none of several forms. Names the field by which each form is recognized, otherwise the kinds of the forms. */
function formsOf(forms: readonly (readonly z.core.$ZodIssue[])[]): string {
  const fields = forms.flatMap((issues) => issues.filter(({ code, path }) => code !== "unrecognized_keys" && path.length === 1));
  if (fields.length > 0) return `must be an object with one of ${fields.map(({ path }) => String(path[0])).join(", ")}`;
  const kinds = new Set(forms.flatMap((issues) => issues.flatMap(kindsOf)));
  return kinds.size > 0 ? `must be ${[...kinds].join(" or ")}` : "has none of the forms that it may have";
}

/** What a form would have been. Nobody is told to write nothing at all. */
function kindsOf(issue: z.core.$ZodIssue): string[] {
  if (issue.code === "invalid_type") return [KINDS[issue.expected] ?? issue.expected];
  if (issue.code === "invalid_value") return issue.values.filter((value) => value !== "").map((value) => JSON.stringify(value));
  return [];
}

function limit(origin: string, bound: string, count: number): string {
  if (origin === "string") return `must have ${bound} ${counted(count, "character")}`;
  if (origin === "array") return `must have ${bound} ${counted(count, "element")}`;
  return `must be ${bound} ${count}`;
}
