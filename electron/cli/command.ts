/** What all commands have in common: their shape, the call they answer, and how they reach the host. */
import type { Client } from "../../shared/client.ts";
import { HostError } from "../../shared/errors.ts";
import { connectForReading, connectOrStart, type ConnectOptions, introduce } from "../client/host-connection.ts";
import { dialPipe } from "../client/pipe-transport.ts";
import type { Paths } from "../platform/paths.ts";
import { isTypedByPerson, personName } from "./person-name.ts";

/** One call of the command line. */
export type Invocation = {
  /** The name by which the user ran the program: `cotty` or `terminalcp`. */
  readonly program: string;
  readonly command: string;
  /** The word that named the command: its name, or another spelling of it such as `--mcp`. */
  readonly calledAs: string;
  readonly args: readonly string[];
  readonly paths: Paths;
  /** The built headless host. Commands start it when no host runs. */
  readonly hostScript: string;
};

export type Command = {
  /** The arguments, as the usage line shows them after the command's name: `Usage: cotty start <id> …`. */
  readonly usage: string;
  /** The beginning of every error message. Scripts rely on the wording of terminalcp. */
  readonly failure?: string;
  /** The exit code then, instead of 1. */
  readonly failureCode?: number;
  /** Runs the command and resolves with the exit code. */
  run(invocation: Invocation): Promise<number>;
};

/** The next step that an error suggests when the host suggests none. */
const DEFAULT_NEXT_STEP = "'ls' lists the sessions";

/** The name that the host and other clients see: that of the person who types the command, otherwise the command's. */
function clientName({ program, command }: Invocation): string {
  return isTypedByPerson() ? personName() : `${program} ${command}`;
}

function connectOptions(invocation: Invocation): ConnectOptions {
  return { paths: invocation.paths, name: clientName(invocation), kind: "cli", dial: dialPipe };
}

/** Connects to the host under this command's name. Fails with `no-host` when no host runs. */
export async function connectToHost(invocation: Invocation): Promise<Client> {
  return (await introduce(connectOptions(invocation))).client;
}

/** The same, a round trip faster, for a command that changes nothing. */
export function connectToRead(invocation: Invocation): Promise<Client> {
  return connectForReading(connectOptions(invocation));
}

/** Connects to the host under this command's name, and starts a host when none runs. */
export function connectOrStartHost(invocation: Invocation): Promise<Client> {
  return connectOrStart({ ...connectOptions(invocation), hostScript: invocation.hostScript });
}

/** The environment for a program that this command starts. The host removes the variables that the program must not see. */
export function callerEnvironment(): Record<string, string> {
  return Object.fromEntries(Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/**
 * Handles a failed request (pass it to `catch`). It rewords the error
 * `no-such-session` as terminalcp words it, adds the next step in a second line,
 * and throws every error again.
 */
export function notFound(what: "Process" | "Session", id: string): (error: unknown) => never {
  return (error) => {
    if (error instanceof HostError && error.code === "no-such-session") {
      const [, nextStep = DEFAULT_NEXT_STEP] = error.message.split(`not found: ${id}. `);
      throw new HostError(error.code, `${what} not found: ${id}\n${nextStep}`);
    }
    throw error;
  };
}
