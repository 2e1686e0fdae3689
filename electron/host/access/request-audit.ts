/** The rows of one request in the audit. */
import type { AuditEntry } from "../../../shared/audit-entry.ts";
import { isPerson } from "../../../shared/client-kind.ts";
import type { ErrorCode } from "../../../shared/errors.ts";
import { type Audit, type AuditedParams, describeRequest } from "./audit.ts";
import { METHOD_RULES, type RuledMethod } from "./method-rules.ts";
import type { CallerIdentity } from "./principal.ts";
import type { SessionTable } from "./session-table.ts";
import type { TypingTurns } from "./typing-turns.ts";

/** Codes that say no to the caller. The others say that something could not be done. */
const REFUSALS: ReadonlySet<ErrorCode> = new Set([
  "forbidden",
  "no-such-session",
  "no-such-recording",
  "too-many-requests",
  "too-many-sessions",
]);

export type AuditedRequest = {
  readonly identity: CallerIdentity;
  readonly method: RuledMethod;
  readonly params: AuditedParams;
  readonly turns: TypingTurns;
};

/**
 * A method with an effect has a row that says `allowed`, or why it was not. The
 * code that decides writes it: at once, so that the row is there even if the
 * host is killed while the request goes on. A request that fails after it was
 * allowed has one more row, with the failure.
 */
export class RequestAudit {
  readonly #audit: Audit;
  readonly #request: AuditedRequest;
  readonly #hasEffect: boolean;
  /** Looked up before anything is done: a stopped session is no longer there to be named. */
  #session: string | undefined;
  /** The same for a method that ends many sessions: each has a row of its own. */
  readonly #ends: readonly string[];
  #isAllowed = false;

  constructor(audit: Audit, sessions: SessionTable, request: AuditedRequest) {
    this.#audit = audit;
    this.#request = request;
    const { identity, method, params } = request;
    const { principal } = identity;
    // A file that comes in pieces takes effect with the last one. Whoever asks how a switch stands changes nothing.
    const isQuestion = method === "http/switch" && params.on === undefined;
    this.#hasEffect = METHOD_RULES[method].effect && params.isLast !== false && !isQuestion;
    const endsMany = method === "session/stop-all" || method === "host/shutdown";
    // A recording that is deleted is named by what the caller calls it.
    this.#ends = endsMany
      ? sessions.stoppableBy(principal).map(({ session }) => session.id)
      : (recordingsIn(method, params) ?? []);
    if (typeof params.id !== "string" || params.id === "") return;
    this.#session = sessions.find(principal, params.id)?.session.id ?? params.id;
  }

  /** The session's id in the host, or the id that was asked for where there is no such session. */
  get session(): string | undefined {
    return this.#session;
  }

  /** The request takes effect now. `started`: the session that it has started. */
  allow(started = this.#session): void {
    if (this.#isAllowed) return;
    this.#isAllowed = true;
    this.#session = started;
    if (!this.#hasEffect) return;
    if (this.#isTyping) return this.#allowTyping();
    if (this.#session !== undefined) this.#request.turns.end(this.#session);
    if (this.#ends.length === 0) this.#write("allowed");
    for (const session of this.#ends) this.#write("allowed", session);
  }

  /** A person's keys. */
  get #isTyping(): boolean {
    const { identity, method, params } = this.#request;
    return method === "session/write" && isPerson(identity.client) && params.wait === undefined;
  }

  /** The first key of a turn has a row. */
  #allowTyping(): void {
    const { identity, turns } = this.#request;
    if (turns.type(this.#session ?? "", identity.client.id, Date.now())) this.#write("allowed", this.#session, { turn: true });
  }

  /** The request was refused, or has failed. */
  fail(code: ErrorCode): void {
    if (this.#hasEffect || REFUSALS.has(code)) this.#write(code);
  }

  #write(decision: AuditEntry["decision"], session = this.#session, more: Pick<AuditEntry, "turn"> = {}): void {
    const { identity, method, params } = this.#request;
    this.#audit({ ...describeRequest(identity, method, params), ...more, ...(session !== undefined && { session }), decision });
  }
}

function recordingsIn(method: RuledMethod, { ids }: AuditedParams): readonly string[] | undefined {
  return method === "recording/delete" ? ids : undefined;
}
