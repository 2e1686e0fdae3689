/** What is said of a configuration that cannot be read or changed: which file it is, what is wrong, and what to do. */
import { messageOf } from "../../shared/errors.ts";
import { withoutTokens } from "./without-tokens.ts";

/** As JavaScript and the parsers of YAML and TOML say it: they call themselves for each level. */
const TOO_DEEP = /call stack|excessively nested/;
const TOO_DEEP_HERE = "it nests too deep to be changed here. 'cotty connect other' prints what to put into it";

/** A fault whose message says what to do. */
class ConfigFault extends Error {}

/** The fault of a file that cannot be read. */
export function readingFault(error: unknown): ConfigFault {
  if (error instanceof ConfigFault) return error;
  return faultOf(error, "Correct it, then try again");
}

/** The fault of a copy from before Cotty, which is another file than the one that is to be changed. */
export function copyFault(copy: string, error: unknown): ConfigFault {
  const { message } = isTooDeep(error)
    ? new ConfigFault("it nests too deep. Move the copy away, then try again")
    : faultOf(error, "Correct the copy, or move it away, then try again");
  return new ConfigFault(`its copy from before Cotty, ${copy}, cannot be used: ${message}`, { cause: error });
}

/** The error that the user reads. */
export function unchangedError(path: string, error: unknown): Error {
  const fault = isTooDeep(error) ? TOO_DEEP_HERE : messageOf(error);
  // Parsers show the lines around a mistake.
  return new Error(`${path} was not changed: ${withoutTokens(fault)}`, { cause: error });
}

function faultOf(error: unknown, nextStep: string): ConfigFault {
  if (isTooDeep(error)) return new ConfigFault(TOO_DEEP_HERE, { cause: error });
  const fault = messageOf(error).trimEnd();
  // After the lines that a parser shows, a new one.
  return new ConfigFault(`${fault}${fault.includes("\n") ? "\n" : ". "}${nextStep}`, { cause: error });
}

function isTooDeep(error: unknown): boolean {
  // Below their first line, parsers show the lines around a mistake.
  return TOO_DEEP.test(messageOf(error).split("\n", 1)[0] ?? "");
}
