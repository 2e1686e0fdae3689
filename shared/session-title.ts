import type { SessionInfo } from "./protocol.ts";

/** What a session is called: the name that a person has given it, else its id. Where the host made up the id, the program's title or the command. */
export function titleOf({ id, shownName, title, command }: Pick<SessionInfo, "id" | "shownName" | "title" | "command">): string {
  if (shownName !== undefined) return shownName;
  if (!/^proc-[0-9a-f]{12}$/.test(id)) return id;
  return title || command;
}
