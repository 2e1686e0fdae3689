/** What each method does: one row a method, exhaustive by type. The connection itself answers `host/hello`. */
import type { Method, Params, Result } from "../../shared/protocol.ts";
import type { Caller } from "./caller.ts";
import { readOutput } from "./read-output.ts";
import { checkSteps } from "./steps.ts";

type Handlers = {
  [M in Exclude<Method, "host/hello">]: (
    caller: Caller,
    params: Params<M>,
    signal: AbortSignal,
  ) => Result<M> | Promise<Result<M>>;
};

const DEFAULT_SCREEN_LINES = 100_000;

export const handlers: Handlers = {
  "host/info": ({ host }) => ({
    version: host.options.version,
    pid: process.pid,
    startedAtMs: host.startedAtMs,
    clients: [...host.clients],
    recordingsDirectory: host.options.recordingsDirectory,
  }),
  "host/watch": (caller) => {
    caller.watch();
    return { sessions: caller.host.list(), clients: [...caller.host.clients] };
  },
  "host/shutdown": async ({ host, client }) => ({ stopped: await host.shutdown(client) }),
  "window/open": ({ host }) => host.options.openWindow(),

  "session/create": async (caller, params, signal) => {
    const { host, client } = caller;
    const steps = [...(params.wait ? [{ wait: params.wait }] : []), ...(params.steps ?? [])];
    // Before anything is started that the caller would not hear of.
    checkSteps(steps);
    const hosted = host.create(client, params);
    if (steps.length === 0) return { session: hosted.info() };
    const options = { reader: reader(caller), signal, timeoutMs: params.timeoutMs, isFirst: true };
    const outcome = await hosted.call(client, steps, options);
    return { session: hosted.info(), ...outcome };
  },
  "session/list": ({ host }) => host.list(),
  "session/attach": async (caller, { id }) => {
    const snapshot = await caller.attach(id);
    return { ...snapshot, session: caller.host.session(id).info() };
  },
  "session/detach": (caller, { id }) => {
    caller.detach(id);
    return {};
  },
  "session/read": ({ host }, params) => readOutput(host.session(params.id).session, params),
  "session/screen": ({ host }, { id, lines = DEFAULT_SCREEN_LINES }) => {
    const { session } = host.session(id);
    session.flush();
    return session.screen.ask("text", { limit: lines });
  },
  "session/write": async (caller, { id, input, wait }, signal) => {
    const hosted = caller.host.session(id);
    const { offset } = hosted.session;
    const outcome = await hosted.call(caller.client, [{ input, ...(wait && { wait }) }], { reader: reader(caller), signal });
    return { offset, ...outcome };
  },
  "session/steps": async (caller, { id, steps, timeoutMs }, signal) => {
    const hosted = caller.host.session(id);
    const { wait, failed } = await hosted.call(caller.client, steps, { reader: reader(caller), signal, timeoutMs });
    const { offset } = hosted.session;
    return { wait: wait ?? { ended: "quiet", text: "", omittedLines: 0, offset }, ...(failed && { failed }) };
  },
  "session/wait": async (caller, { id, until }, signal) => {
    const hosted = caller.host.session(id);
    const { wait } = await hosted.call(caller.client, [{ wait: until }], { reader: reader(caller), signal });
    return wait ?? { ended: "quiet", text: "", omittedLines: 0, offset: hosted.session.offset };
  },
  "session/resize": ({ host, client }, { id, size }) => {
    host.session(id).resize(client, size);
    return {};
  },
  "session/kill": async ({ host }, { id }) => ({ ended: await host.kill(id) }),
  "session/stop": async ({ host }, { id }) => ({ ended: await host.stop(id) }),
  "session/stop-all": ({ host }) => host.stopAll(),
  "session/export": ({ host, exports }, { id, format, from }) => exports.piece(host.session(id).session, format, from),
  "session/inputs": ({ host }, { id }) =>
    host.session(id).session.inputs.map(({ atMs, client, shown }) => ({ atMs, client, text: shown.recordable })),

  "lease/acquire": ({ host, client }, { id, takeover }) => {
    const hosted = host.session(id);
    return hosted.acquire(client, takeover);
  },
  "lease/release": ({ host, client }, { id }) => {
    host.session(id).release(client);
    return {};
  },

  "tiles/subscribe": (caller, params) => {
    caller.subscribeTiles(params);
    return {};
  },
  "tiles/ack": (caller, { seq }) => {
    caller.ackTiles(seq);
    return {};
  },

  "mcp/open": async (caller, params) => {
    await caller.openMcp(params);
    return {};
  },
};

/** Whose wait it is. Every `cotty` command is a connection of its own, so they count as one reader. */
function reader({ client }: Caller): string {
  return client.kind === "cli" ? "cli" : client.id;
}
