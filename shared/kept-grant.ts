import type { Grant, KnownAgent } from "./protocol.ts";

/** A grant that outlasts the host, with the agent as it called itself when it was given. */
export type KeptGrant = Pick<KnownAgent, "agent" | "name" | "folder"> & { readonly grant: Grant };
