/** The request that a launch of the app makes: `--open=<id>` asks it to show a session. */
import { SessionId } from "../../shared/protocol.ts";

const OPEN_ARGUMENT = "--open=";

/** Reads the request from the command line. A second instance passes the result to the first one, which shows the session. */
export function launchRequest(argv: readonly string[]): { open?: string } {
  const open = argv.find((argument) => argument.startsWith(OPEN_ARGUMENT))?.slice(OPEN_ARGUMENT.length);
  return open === undefined ? {} : { open };
}

/** The session that a request names. Undefined when it names none. Checks the request, because it may come from another process. */
export function requestedSession(data: unknown): SessionId | undefined {
  if (typeof data !== "object" || data === null || !Object.hasOwn(data, "open")) return undefined;
  return SessionId.safeParse((data as { open: unknown }).open).data;
}
