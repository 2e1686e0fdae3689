/** Shapes of who may type: the driver, the lease, parked writes, the halt, and secrets that an agent asks a person for. */
import { z } from "zod";
import { ClientInfo } from "./basic-shapes.ts";

/** The client that may type into a session now. */
export const Driver = z.object({
  client: ClientInfo,
  /** When the client became the driver, in milliseconds since 1970. */
  sinceMs: z.number(),
  /** True when a person holds the lease. Automation is refused until the person hands it back. */
  held: z.boolean(),
});
export type Driver = z.infer<typeof Driver>;

/**
 * Who may type into a session:
 * - `agent`: automation. A person's keystroke takes the lease.
 * - `shared`: people and automation, without taking anything from each other
 * - `person`: the person who holds the lease
 * - `read-only`: nobody
 */
export const LEASE_MODES = ["agent", "shared", "person", "read-only"] as const;
export type LeaseMode = (typeof LEASE_MODES)[number];

/** The state of a session's lease. */
export const Lease = z.object({
  mode: z.enum(LEASE_MODES),
  /** When this mode began, in milliseconds since 1970. */
  sinceMs: z.number(),
  /** The person who holds the lease, or who made the session read-only. */
  by: ClientInfo.optional(),
  /** The person has taken over on purpose: the lease is theirs until a hand-back, however long they do not type. */
  kept: z.boolean().optional(),
  /** The person has not typed for a while. The next input of automation takes the lease back. */
  offered: z.boolean().optional(),
});
export type Lease = z.infer<typeof Lease>;

/** A write that automation has parked because a person held the lease, or because the session was read-only. */
export const ParkedWrite = z.object({
  /** Counts up in each session. */
  id: z.int(),
  /** Who wrote it. */
  client: ClientInfo,
  atMs: z.number(),
  /** What would be typed; `<Up>` stands for a key. */
  text: z.string(),
  /** False if it has keys: then it can be sent or dropped, not edited. */
  isText: z.boolean(),
  /** The person who has changed the text. */
  editedBy: ClientInfo.optional(),
});
export type ParkedWrite = z.infer<typeof ParkedWrite>;

/**
 * What became of a parked write. `as` is the text that was typed, if a person had changed it. `why` says how much was
 * typed of one that was sent, and dropped before the terminal had taken all of it.
 */
const ParkedFate = z.object({
  text: z.string(),
  fate: z.enum(["sent", "dropped"]),
  as: z.string().optional(),
  why: z.string().optional(),
});
export type ParkedFate = z.infer<typeof ParkedFate>;

/** A person has halted all agents: who, and since when. */
export const HaltInfo = z.object({ by: z.string(), sinceMs: z.number() });
export type HaltInfo = z.infer<typeof HaltInfo>;

/**
 * What has become of an agent's request for a secret:
 * - `sent`: a person has sent it; `typed`: a person has typed it into the session
 * - `declined`: a person has said no
 * - `timeout`: nobody has answered; `gone`: the program has stopped asking
 * - `cancelled`: the agent has taken it back
 */
export const SecretEnd = z.enum(["sent", "typed", "declined", "timeout", "gone", "cancelled"]);
export type SecretEnd = z.infer<typeof SecretEnd>;

/** A secret to be typed: one line, without control characters. */
export const Secret = z
  .string()
  .max(4096, "The secret is longer than 4096 characters")
  .regex(/^[^\x00-\x1f\x7f]*$/, "The secret contains control characters");

/** What a person did, which a client of automation hears once. */
export const Handback = z.object({
  /** The name of the person, or several. Absent where only parked writes have been typed or dropped. */
  by: z.string().optional(),
  typed: z.string(),
  hidden: z.boolean(),
  /** What became of the writes that this client had parked. */
  parked: z.array(ParkedFate).optional(),
});
