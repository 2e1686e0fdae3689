import type { SessionInfo } from "./protocol.ts";

/** What a session is called: the name it was given. Where the host made up its id, the program's title or the command. */
export function titleOf({ id, title, command }: Pick<SessionInfo, "id" | "title" | "command">): string {
  if (!/^proc-[0-9a-f]{12}$/.test(id)) return id;
  return title || command;
}
