/** Does what a client asks, if its caller may, and sees to it that the audit has it. */
import { HostError } from "../../shared/errors.ts";
import { DisposableStore } from "../../shared/lifecycle.ts";
import { inCallersWords } from "../sessions/session-error.ts";
import { checkPerson, checkTier, howToGrant, METHOD_RULES, type RuledMethod } from "./access/method-rules.ts";
import { reaches } from "./access/principal.ts";
import { RequestAudit } from "./access/request-audit.ts";
import type { Caller } from "./caller.ts";
import { handlers } from "./handlers/handlers.ts";
import type { Request } from "./handlers/request.ts";
import type { HostRuntime } from "./host-runtime.ts";

/** The request has passed its method's schema. `cancel` ends what it does; a session that gets out of reach aborts it, too. */
export type Performance = {
  readonly runtime: HostRuntime;
  readonly caller: Caller;
  readonly method: RuledMethod;
  readonly params: object;
  readonly cancel: AbortController;
};

/** Throws what the handler throws, `forbidden`, or `too-many-requests`. */
export async function perform({ runtime, caller, method, params, cancel }: Performance): Promise<unknown> {
  const { host, audit } = runtime;
  const rows = new RequestAudit(audit, host.sessions, { identity: caller.identity, method, params, turns: host.turns });
  try {
    requireTier(runtime, caller, method);
    host.halt.check(caller.client, method);
    checkPerson(caller.client, method);
    const isWaiting = mayWait(method, params);
    using _wait = isWaiting ? host.quotas.wait(caller.principal) : undefined;
    using _search = method.endsWith("/search") ? host.quotas.search(caller.principal) : undefined;
    using reach = new ReachGuard(runtime, { caller, method, session: rows.session, cancel });
    const handler = handlers[method] as (request: Request, params: unknown) => unknown;
    const request: Request = { runtime, caller, signal: cancel.signal, allow: (started) => rows.allow(started) };
    let answer: unknown;
    try {
      answer = await handler(request, params);
    } catch (error) {
      // Nobody has cancelled it.
      if (reach.isLost) checkReach(caller, method, rows.session);
      throw error;
    }
    rows.allow();
    // A wait has ended with the access and says so. Any other answer would say what the caller may not know any more.
    if (reach.isLost && !isWaiting) checkReach(caller, method, rows.session);
    return answer;
  } catch (error) {
    rows.fail(error instanceof HostError ? error.code : "internal");
    throw withWayToMore(inCallersWords(error, params), runtime, caller);
  }
}

/** Throws `forbidden` for an agent whose tier is too low, and lets a person see what it was refused. */
function requireTier({ host, clientSetup }: HostRuntime, { identity }: Caller, method: RuledMethod): void {
  try {
    checkTier(identity.principal, method, clientSetup);
  } catch (error) {
    const { tier } = METHOD_RULES[method];
    if (identity.client.kind === "mcp" && tier !== "admin") host.grants.handleRefusal(identity, tier);
    throw error;
  }
}

/** An agent that finds no such session may mean one that it does not reach. It is told the same whether there is one or not. */
function withWayToMore(error: unknown, { clientSetup }: HostRuntime, { client, principal, seesAll }: Caller): unknown {
  if (!(error instanceof HostError) || error.code !== "no-such-session" || client.kind !== "mcp" || seesAll) return error;
  const way = howToGrant(principal.id, "all", clientSetup.command);
  return new HostError(error.code, `${error.message}. You reach no sessions of others, unless they are shared with you. ${way}`);
}

/** Methods that wait whatever their parameters are. */
const WAITS: ReadonlySet<RuledMethod> = new Set<RuledMethod>(["session/wait", "session/run", "secret/ask"]);

function mayWait(method: RuledMethod, params: { readonly wait?: unknown; readonly steps?: unknown }): boolean {
  return WAITS.has(method) || params.wait !== undefined || params.steps !== undefined;
}

/** Throws what a request is answered with whose access was taken back while it was under way. */
function checkReach(caller: Caller, method: RuledMethod, session: string | undefined): void {
  if (isOfRecordings(method))
    throw new HostError("forbidden", `Your access was taken back while ${method} was under way. Try again`);
  if (session !== undefined) caller.session(session);
}

function isOfRecordings(method: RuledMethod): boolean {
  return method.startsWith("recording/");
}

type GuardedRequest = Pick<Performance, "caller" | "method" | "cancel"> & { readonly session: string | undefined };

/**
 * Cancels a request when its session gets out of the caller's reach, or its method
 * above the caller's tier; and one that goes through recordings, when the caller may
 * not see all of them any more.
 */
class ReachGuard implements Disposable {
  readonly #store = new DisposableStore();
  readonly #cancel: AbortController;
  #isLost = false;

  constructor({ host }: HostRuntime, { caller, method, session, cancel }: GuardedRequest) {
    const { principal } = caller;
    const sawAll = caller.seesAll && isOfRecordings(method);
    this.#cancel = cancel;
    this.#store.add(
      host.onUnshared((hostedSession) => {
        if (hostedSession.session.id === session && !host.sessions.isReachable(principal, hostedSession)) this.#lose();
      }),
    );
    this.#store.add(
      host.grants.onTiers(() => {
        if (!reaches(principal.tier, METHOD_RULES[method].tier) || (sawAll && !caller.seesAll)) this.#lose();
      }),
    );
  }

  get isLost(): boolean {
    return this.#isLost;
  }

  [Symbol.dispose](): void {
    this.#store[Symbol.dispose]();
  }

  #lose(): void {
    this.#isLost = true;
    this.#cancel.abort();
  }
}
