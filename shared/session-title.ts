import type { SessionInfo } from "./protocol.ts";

/** The name a session was given; for a made-up id, the program's title or its command. */
export function titleOf({ id, title, command }: Pick<SessionInfo, "id" | "title" | "command">): string {
  if (!/^proc-[0-9a-f]{12}$/.test(id)) return id;
  return title || command;
}
