/** What a start of the app asks for: a session to show, by `--open=<id>`. */
import { SessionId } from "../../shared/protocol.ts";

const OPEN_ARGUMENT = "--open=";

/** The wish as it is handed to the instance that runs, whose process sees no more of this one. */
export function wishOf(argv: readonly string[]): { open?: string } {
  const open = argv.find((argument) => argument.startsWith(OPEN_ARGUMENT))?.slice(OPEN_ARGUMENT.length);
  return open === undefined ? {} : { open };
}

/** What another start of the app says is data from another process: a session's id, or nothing. */
export function wantedSession(data: unknown): SessionId | undefined {
  if (typeof data !== "object" || data === null || !Object.hasOwn(data, "open")) return undefined;
  return SessionId.safeParse((data as { open: unknown }).open).data;
}
