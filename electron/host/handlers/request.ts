/** A request as a handler gets it, and what each method's handler is. */
import type { Params, Result } from "../../../shared/protocol.ts";
import type { RuledMethod } from "../access/method-rules.ts";
import type { Caller } from "../caller.ts";
import type { HostRuntime } from "../host-runtime.ts";

export type Request = {
  readonly runtime: HostRuntime;
  readonly caller: Caller;
  /** Aborts when the client cancels the request, or may not see its session any more. */
  readonly signal: AbortSignal;
  /** The request takes effect now: the audit gets its row. `started` names a session that it has started. */
  readonly allow: (started?: string) => void;
};

export type Handlers = { [M in RuledMethod]: (request: Request, params: Params<M>) => Result<M> | Promise<Result<M>> };
