/**
 * What the audit keeps of a request: who, what and how much, never the input
 * itself.
 */
import { createHash } from "node:crypto";
import { isPerson } from "../../../shared/client-kind.ts";
import type { AuditEntry } from "../../../shared/audit-entry.ts";
import type { InputPart, Step } from "../../../shared/protocol.ts";
import { inputText } from "../calls/input-text.ts";
import type { CallerIdentity } from "./principal.ts";

/** Writes one row. */
export type Audit = (entry: AuditEntry) => void;

/** Of a method's parameters, those that the audit looks at. The method's schema has accepted them. */
export type AuditedParams = {
  readonly id?: unknown;
  readonly ids?: readonly string[];
  readonly input?: readonly InputPart[];
  readonly steps?: readonly Step[];
  readonly wait?: unknown;
  readonly command?: unknown;
  readonly name?: unknown;
  readonly client?: unknown;
  readonly with?: unknown;
  readonly tier?: unknown;
  readonly isLast?: unknown;
  readonly on?: unknown;
  readonly agent?: unknown;
  readonly lasts?: unknown;
};

/** The row of a request, without the session and the decision. */
export function describeRequest(
  { client, principal }: CallerIdentity,
  method: string,
  params: AuditedParams,
): Omit<AuditEntry, "decision" | "session"> {
  const typed = params.input ?? params.steps?.flatMap(({ input = [] }) => input);
  const command = typeof params.command === "string" ? params.command : undefined;
  const text = command === undefined ? typed && inputText(typed) : command + inputText(typed ?? []);
  const agent = agentIn(params);
  return {
    principal: principal.id,
    name: principal.name,
    client: client.name,
    method,
    ...(agent !== undefined && { agent }),
    ...(text !== undefined && { bytes: Buffer.byteLength(text) }),
    // A person types key by key, passwords too: the hash of one character is the character.
    ...(text !== undefined && !isPerson(client) && { sha256: createHash("sha256").update(text).digest("hex") }),
  };
}

/** The agent that the request is about. For a share with all it is `*`; the tier of a new token or a grant is named, too, and how long the grant lasts. */
function agentIn({ name, client, with: whom, tier, agent, lasts }: AuditedParams): string | undefined {
  if (whom === "all") return "*";
  const named = typeof whom === "object" && whom !== null && "name" in whom ? whom.name : (name ?? client ?? agent);
  if (typeof named !== "string") return undefined;
  const what = [tier, lasts].filter((word) => typeof word === "string");
  return what.length > 0 ? `${named} (${what.join(", ")})` : named;
}
