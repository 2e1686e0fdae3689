/**
 * What the desktop app and its page tell each other besides the protocol, over
 * a port of their own: commands from the menus one way, what is on the screen
 * the other. The page is ours but shows what programs print, so what it sends
 * is validated; every string and list is bounded.
 */
import { z } from "zod";
import { type ClientInfo, SessionId } from "./protocol.ts";
import type { WindowCommandId } from "./window-commands.ts";

/** What the page may say. A new message is a new row; a test walks this table. */
export const pageMessages = {
  /** The session on the screen, if one is open, and the failures that a person has taken note of. */
  seen: z.strictObject({ type: z.literal("seen"), session: SessionId.optional(), dismissed: z.array(SessionId).max(1000) }),
  /** A person wants a new host in place of the one that was ended. */
  "start-host": z.strictObject({ type: z.literal("start-host") }),
} as const;

export type PageMessage = { [T in keyof typeof pageMessages]: z.infer<(typeof pageMessages)[T]> }[keyof typeof pageMessages];

/** What the page is told. */
export type DesktopMessage =
  | { readonly type: "command"; readonly command: WindowCommandId }
  | { readonly type: "show"; readonly session: SessionId }
  /** The host was ended by a client; there is none until a person asks for one. */
  | { readonly type: "host-ended"; readonly by: ClientInfo; readonly stopped: number };

/** The message, if it is one that a page may send. */
export function parsePageMessage(data: unknown): PageMessage | undefined {
  if (typeof data !== "object" || data === null || !Object.hasOwn(data, "type")) return undefined;
  const { type } = data as { type: unknown };
  if (typeof type !== "string" || !Object.hasOwn(pageMessages, type)) return undefined;
  return pageMessages[type as keyof typeof pageMessages].safeParse(data).data;
}
