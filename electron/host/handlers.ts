/** What each method does: one row a method, exhaustive by type. The connection itself answers `host/hello`. */
import { HostError } from "../../shared/errors.ts";
import type { Method, Params, Result } from "../../shared/protocol.ts";
import type { Caller } from "./caller.ts";
import type { Host } from "./host.ts";
import type { Principal } from "./access/principal.ts";
import { readOutput } from "./read-output.ts";
import { changedRows, readScreen } from "./read-screen.ts";
import { searchOutput } from "./search-output.ts";
import { checkSteps } from "./calls/call.ts";

type Handlers = {
  [M in Exclude<Method, "host/hello">]: (
    caller: Caller,
    params: Params<M>,
    signal: AbortSignal,
  ) => Result<M> | Promise<Result<M>>;
};

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
    return { sessions: caller.list(), clients: caller.clients };
  },
  "host/shutdown": async ({ host, client }) => ({ stopped: await host.shutdown(client) }),
  "window/open": ({ host }) => host.options.openWindow(),
  "window/show": (caller, { id }) => ({ shown: caller.host.show(id === undefined ? id : caller.session(id).session.id) }),
  "window/provide": (caller) => {
    caller.provideWindow();
    return {};
  },

  "session/create": async (caller, params, signal) => {
    const steps = [...(params.wait ? [{ wait: params.wait }] : []), ...(params.steps ?? [])];
    // Before anything is started that the caller would not hear of.
    checkSteps(steps);
    const hosted = caller.create(params);
    if (steps.length === 0) return { session: caller.info(hosted) };
    const options = { reader: reader(caller), signal, timeoutMs: params.timeoutMs, isFirst: true };
    const outcome = await hosted.call(caller.client, steps, options);
    return { session: caller.info(hosted), ...outcome };
  },
  "session/list": (caller) => caller.list(),
  "session/attach": async (caller, { id }) => {
    const snapshot = await caller.attach(id);
    return { ...snapshot, session: caller.info(caller.session(id)) };
  },
  "session/detach": (caller, { id }) => {
    caller.detach(id);
    return {};
  },
  "session/read": (caller, params) => readOutput(caller.session(params.id).session, params),
  "session/screen": (caller, params) => readScreen(caller.session(params.id).session, params),
  "session/changes": (caller, { id, caller: who }) => changedRows(caller.session(id).session, caller.client, who),
  "session/search": (caller, params, signal) =>
    searchOutput(caller.host.options.screens.jobs, caller.session(params.id).session, params, signal),
  "session/write": async (caller, { id, input, wait }, signal) => {
    const hosted = caller.session(id);
    const { offset } = hosted.session;
    const outcome = await hosted.call(caller.client, [{ input, ...(wait && { wait }) }], { reader: reader(caller), signal });
    return { offset, ...outcome };
  },
  "session/steps": async (caller, { id, steps, timeoutMs }, signal) => {
    const hosted = caller.session(id);
    const { wait, failed } = await hosted.call(caller.client, steps, { reader: reader(caller), signal, timeoutMs });
    const { offset } = hosted.session;
    return { wait: wait ?? { ended: "quiet", text: "", omittedLines: 0, offset }, ...(failed && { failed }) };
  },
  "session/wait": async (caller, { id, until, since }, signal) => {
    const hosted = caller.session(id);
    const { wait } = await hosted.call(caller.client, [{ wait: until }], { reader: reader(caller), signal, since });
    return wait ?? { ended: "quiet", text: "", omittedLines: 0, offset: hosted.session.offset };
  },
  "session/resize": (caller, { id, size }) => {
    caller.session(id).resize(caller.client, size);
    return {};
  },
  "session/kill": async (caller, { id }) => ({ ended: await caller.session(id).session.kill() }),
  "session/stop": async (caller, { id }) => ({ ended: await caller.host.stop(caller.session(id)) }),
  "session/stop-all": ({ host, principal }) => host.stopAll(host.sessions.stoppableBy(principal)),
  "session/export": (caller, { id, format, from }) => caller.exports.piece(caller.session(id).session, format, from),
  "session/inputs": (caller, { id }) =>
    caller.session(id).session.inputs.map(({ atMs, client, shown }) => ({ atMs, client, text: shown.recordable })),

  "session/share": (caller, { id, with: whom }) => {
    const hosted = caller.session(id);
    const agents = whom === "all" ? whom : agentsNamed(caller.host, whom.name);
    caller.host.sessions.checkShareable(hosted, agents, caller.host.connected);
    hosted.share(agents);
    return { sharedWith: hosted.access.sharedWith };
  },
  "session/unshare": (caller, { id, name }) => {
    const hosted = caller.session(id);
    caller.host.unshare(hosted, name);
    return { sharedWith: hosted.access.sharedWith };
  },

  "lease/acquire": (caller, { id, takeover }) => caller.session(id).acquire(caller.client, takeover),
  "lease/release": (caller, { id }) => {
    caller.session(id).release(caller.client);
    return {};
  },

  "tiles/subscribe": (caller, params) => {
    caller.subscribeTiles(params);
    return {};
  },

  "token/create": ({ host }, { name, tier = "own" }) => host.options.tokens.create(name, tier),
  "token/list": ({ host }) => host.options.tokens.list(),
  "token/revoke": ({ host }, { name }) => {
    host.options.tokens.revoke(name);
    return {};
  },
  "http/switch": ({ host }, { on }) => host.options.switchHttp(on),

  "mcp/open": async (caller, params) => {
    await caller.openMcp(params);
    return {};
  },
};

/** Agents choose their names, so there may be several of one. Throws `bad-request` when there is none. */
function agentsNamed(host: Host, name: string): Principal[] {
  const found = host.agents.filter((agent) => agent.name === name);
  if (found.length > 0) return found;
  const names = [...new Set(host.agents.map((agent) => agent.name))];
  const next = names.length > 0 ? `Agents now: ${names.join(", ")}` : "No agent is connected";
  throw new HostError("bad-request", `There is no agent called '${name}'. ${next}; or share with all`);
}

/** Whose wait it is. Every `cotty` command is a connection of its own, so they count as one reader. */
function reader({ client }: Caller): string {
  return client.kind === "cli" ? "cli" : client.id;
}
