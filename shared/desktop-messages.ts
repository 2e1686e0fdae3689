/**
 * What the desktop app and its page tell each other besides the protocol, over
 * a port of their own. The app sends commands from its menus; the page sends
 * what it shows. The page is ours but shows what programs print, so everything
 * it sends is validated, and every string and list is bounded.
 */
import { z } from "zod";
import { type ClientInfo, SessionId, type SessionInfo } from "./protocol.ts";
import type { WindowCommandId } from "./window-commands.ts";

/** What the page may say. A new message is a new row; a test walks this table. */
export const pageMessages = {
  /** The sessions in the panes that show, and all sessions that need nobody now: read, dismissed or snoozed. */
  seen: z.strictObject({ type: z.literal("seen"), sessions: z.array(SessionId).max(4), dismissed: z.array(SessionId).max(1000) }),
  /** A person asks for a new host after a client has ended the one before. */
  "start-host": z.strictObject({ type: z.literal("start-host") }),
} as const;

export type PageMessage = { [T in keyof typeof pageMessages]: z.infer<(typeof pageMessages)[T]> }[keyof typeof pageMessages];

/** A session that ended with its host: what is needed to start its program again. */
export type LostSession = Pick<SessionInfo, "id" | "command" | "cwd" | "size" | "startedAtMs">;

/** What the app may say. */
export type DesktopMessage =
  | { readonly type: "command"; readonly command: WindowCommandId }
  | { readonly type: "show"; readonly session: SessionId }
  /** The app had crashed, and these sessions ended with it. */
  | { readonly type: "lost"; readonly sessions: readonly LostSession[] }
  /** A client has ended the host. No other host starts until a person asks for one. */
  | { readonly type: "host-ended"; readonly by: ClientInfo; readonly stopped: number };

/** Checks what a page has sent: the message, or `undefined` if a page may not send it. */
export function parsePageMessage(data: unknown): PageMessage | undefined {
  if (typeof data !== "object" || data === null || !Object.hasOwn(data, "type")) return undefined;
  const { type } = data as { type: unknown };
  if (typeof type !== "string" || !Object.hasOwn(pageMessages, type)) return undefined;
  return pageMessages[type as keyof typeof pageMessages].safeParse(data).data;
}
