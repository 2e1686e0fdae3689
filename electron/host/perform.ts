/** Does what a request asks for, if the caller may, and writes down what it did. */
import type { AuditEntry } from "../../shared/audit-entry.ts";
import { type ErrorCode, HostError } from "../../shared/errors.ts";
import type { Method, Step } from "../../shared/protocol.ts";
import { describeRequest } from "./access/audit.ts";
import type { Caller } from "./caller.ts";
import { handlers } from "./handlers.ts";
import { checkTier, METHOD_RULES } from "./access/method-rules.ts";

type Performed = Exclude<Method, "host/hello">;
/** Parameters that the method's schema has accepted, as far as they matter here. */
type Params = { readonly id?: unknown; readonly wait?: unknown; readonly steps?: readonly Step[] };

/** Codes that say no to the caller; the others say that something could not be done. */
const REFUSALS: ReadonlySet<ErrorCode> = new Set(["forbidden", "no-such-session", "too-many-requests", "too-many-sessions"]);

/** Throws what the handler throws, `forbidden`, or `too-many-requests`. `cancel` ends what it does, and is used here, too. */
export async function perform(caller: Caller, method: Performed, params: object, cancel: AbortController): Promise<unknown> {
  const record = new RequestAudit(caller, method, params);
  try {
    checkTier(caller.principal, method);
    const { wait, steps }: Params = params;
    const waits = method === "session/wait" || wait !== undefined || steps !== undefined;
    using _wait = waits ? caller.host.quotas.wait(caller.principal) : undefined;
    using _search = method === "session/search" ? caller.host.quotas.search(caller.principal) : undefined;
    using reach = new AccessGuard(caller, record, cancel);
    const handler = handlers[method] as (caller: Caller, params: unknown, signal: AbortSignal) => unknown;
    caller.created = undefined;
    const result = handler(caller, params, cancel.signal);
    if (caller.created !== undefined) record.started(caller.created);
    // What refuses, refuses before its first wait. The rest may take minutes, in which the host may be killed.
    queueMicrotask(() => process.nextTick(() => record.allowed()));
    const answer = await result;
    // A wait has ended with it and says so; anything else that it was too late for is not told.
    if (reach.isLost && !waits && record.session !== undefined) caller.session(record.session);
    return answer;
  } catch (error) {
    record.failed(error instanceof HostError ? error.code : "internal");
    throw error;
  } finally {
    record.allowed();
  }
}

/** For as long as a request lasts: cancels it when its session gets out of the caller's reach. */
class AccessGuard implements Disposable {
  readonly #unshared: Disposable;
  #isLost = false;

  constructor({ host, principal }: Caller, { session }: RequestAudit, cancel: AbortController) {
    this.#unshared = host.onUnshared((hosted) => {
      if (hosted.session.id !== session || host.sessions.isReachable(principal, hosted)) return;
      this.#isLost = true;
      cancel.abort();
    });
  }

  /** The session got out of reach. */
  get isLost(): boolean {
    return this.#isLost;
  }

  [Symbol.dispose](): void {
    this.#unshared[Symbol.dispose]();
  }
}

/** One request's entry in the audit; a failure after it was allowed is one more. */
class RequestAudit {
  /** Looked up before anything is done: afterwards a stopped session is no longer there to be named. */
  #session: string | undefined;
  /** The same for what ends many: each has a row of its own. */
  readonly #ends: readonly string[];
  readonly #caller: Caller;
  readonly #method: Performed;
  readonly #params: Params;
  #decided = false;

  constructor(caller: Caller, method: Performed, params: Params) {
    this.#caller = caller;
    this.#method = method;
    this.#params = params;
    const { host, principal } = caller;
    const endsMany = method === "session/stop-all" || method === "host/shutdown";
    const ends = endsMany ? host.sessions.stoppableBy(principal) : [];
    this.#ends = ends.map(({ session }) => session.id);
    if (typeof params.id !== "string" || params.id === "") return;
    this.#session = host.sessions.find(principal, params.id)?.session.id ?? params.id;
  }

  get session(): string | undefined {
    return this.#session;
  }

  /** A program runs, whatever comes of the rest of the request. */
  started(session: string): void {
    this.#session = session;
    this.allowed();
  }

  allowed(): void {
    if (!this.#decided && METHOD_RULES[this.#method].effect) {
      if (this.#ends.length === 0) this.#write("allowed");
      for (const session of this.#ends) this.#write("allowed", session);
    }
    this.#decided = true;
  }

  failed(code: ErrorCode): void {
    if (METHOD_RULES[this.#method].effect || REFUSALS.has(code)) this.#write(code);
    this.#decided = true;
  }

  #write(decision: AuditEntry["decision"], session = this.#session): void {
    this.#caller.host.options.audit({
      ...describeRequest(this.#caller.known, this.#method, this.#params),
      ...(session !== undefined && { session }),
      decision,
    });
  }
}
