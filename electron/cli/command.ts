/** What every command gets and gives. */
import { HostError } from "../../shared/errors.ts";
import type { Paths } from "../platform/paths.ts";

export type Invocation = {
  /** What the user called us: `cotty`, or `terminalcp`. */
  readonly program: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly paths: Paths;
  /** The built headless host, for commands that start one. */
  readonly hostScript: string;
};

export type Command = {
  /** What follows the command's name, as in `Usage: cotty start <id> …`. */
  readonly usage: string;
  /** How the text of a failure begins; scripts know terminalcp's. */
  readonly failure?: string;
  /** Resolves with the exit code. */
  run(invocation: Invocation): Promise<number>;
};

/** The next step, where the host has not said one. */
const NEXT = "'ls' lists the sessions";

/** The name the host and other clients see. */
export function clientName({ program, command }: Invocation): string {
  return `${program} ${command}`;
}

/** What a program that is started gets; the host leaves out what is not for it. */
export function callerEnvironment(): Record<string, string> {
  return Object.fromEntries(Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/** Rewords the host's `no-such-session` the way terminalcp says it, and adds what there is, in a line of its own. For a request's `catch`. */
export function notFound(what: "Process" | "Session", id: string): (error: unknown) => never {
  return (error) => {
    if (error instanceof HostError && error.code === "no-such-session") {
      const [, next = NEXT] = error.message.split(`not found: ${id}. `);
      throw new HostError(error.code, `${what} not found: ${id}\n${next}`);
    }
    throw error;
  };
}
