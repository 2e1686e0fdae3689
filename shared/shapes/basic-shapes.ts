/** The shapes from which the others are made: ids, sizes, offsets, clients and text. */
import { z } from "zod";

/** The longest text in one request, in UTF-16 units. With JSON escapes, ordinary text still fits into a frame of 1 MiB. */
export const MAX_TEXT = 512 * 1024;
/** A text of a request. */
export const Text = z.string().max(MAX_TEXT);

/** The default length of the text in one answer, in bytes. */
export const DEFAULT_TEXT_BYTES = 256 * 1024;
/** The length of the text in one answer that a client may ask for, in bytes. */
export const TextLimit = z
  .int()
  .min(1)
  .max(1024 * 1024);

/** A session's id: a name that a client has chosen, or a generated one. */
export const SessionId = z
  .string()
  .min(1, "The id is empty")
  .max(64, "The id is longer than 64 characters")
  .regex(/^[^\p{C}]*$/u, "The id contains control characters");
export type SessionId = z.infer<typeof SessionId>;

/** What a person calls a session, for people to read. Empty: nothing. A joiner belongs to many emoji. */
export const ShownName = z
  .string()
  .max(80, "The name is longer than 80 characters")
  .regex(/^(?:[^\p{C}]|\u200d)*$/u, "The name contains control characters");

/** The size of a terminal in cells. */
export const Size = z.object({ cols: z.int().min(2).max(1000), rows: z.int().min(1).max(500) });
export type Size = z.infer<typeof Size>;

/**
 * A position in a session's output: the number of UTF-16 units before it. Every
 * reader has its own offset, so one reader never moves another's.
 */
export const Offset = z.int().nonnegative();

/** How a program ended: its exit code, and the name of the signal (`SIGTERM`) if one has ended it. */
export const ExitStatus = z.object({ code: z.int(), signal: z.string().max(32).optional() });
export type ExitStatus = z.infer<typeof ExitStatus>;

/**
 * The kind of a client. `window` and `attach` are a person at a keyboard, who may
 * take the lease from other clients. `cli`, `mcp` and `script` are automation.
 */
export const ClientKind = z.enum(["window", "attach", "cli", "mcp", "script"]);
export type ClientKind = z.infer<typeof ClientKind>;

export const ClientInfo = z.object({
  /** Unique as long as the host runs. */
  id: z.string().max(64),
  /** The name that people see: "Claude Code", "You", "cotty stdin". */
  name: z.string().max(128),
  kind: ClientKind,
});
export type ClientInfo = z.infer<typeof ClientInfo>;

export const Environment = z
  .record(z.string().max(1024), z.string().max(131_072))
  .refine((env) => Object.keys(env).length <= 4096, "More than 4096 environment variables");
