/** What the host itself answers: who is connected, windows, settings, the configuration of agents. */
import type { Handlers } from "./request.ts";

export const hostHandlers = {
  "host/info": ({ runtime: { host, version, recordings, clientSetup } }) => ({
    version,
    pid: process.pid,
    startedAtMs: host.startedAtMs,
    clients: [...host.clients],
    recordingsDirectory: recordings.catalog.directory,
    command: clientSetup.command,
  }),
  "agents/halt": ({ runtime: { host }, caller, allow }, { on }) => {
    if (on !== undefined) host.haltAgents(caller.client, on);
    allow();
    return host.halt.info ? { halt: host.halt.info } : {};
  },
  "host/watch": ({ runtime: { host }, caller }) => {
    caller.watch();
    return {
      sessions: caller.list(),
      clients: caller.clients,
      ...(!caller.isViewer && host.halt.info && { halt: host.halt.info }),
    };
  },
  "host/shutdown": async ({ runtime: { host }, caller, allow }) => {
    allow();
    return { stopped: await host.shutdown(caller.client) };
  },
  "window/open": ({ runtime: { openWindow }, allow }) => {
    allow();
    return openWindow();
  },
  "window/show": ({ runtime: { host }, caller, allow }, { id }) => {
    const shown = host.show(id === undefined ? id : caller.session(id).session.id);
    allow();
    return { shown };
  },
  "window/provide": ({ caller }) => {
    caller.provideWindow();
    return {};
  },
  "tiles/subscribe": ({ caller }, params) => {
    caller.subscribeTiles(params);
    return {};
  },
  "attention/rules": ({ runtime: { host } }) => [...host.attentionRules.all],
  "attention/forget": ({ runtime: { host }, allow }, { rule }) => {
    host.forgetRule(rule);
    allow();
    return {};
  },
  "settings/read": ({ runtime: { settings } }) => settings.state,
  "settings/write": ({ runtime: { settings }, allow }, change) => {
    const state = settings.change(change);
    allow();
    return state;
  },
  "connect/list": ({ runtime: { clientSetup } }) => clientSetup.list(),
  "connect/preview": ({ runtime: { clientSetup } }, params) => clientSetup.preview(params),
  "connect/write": ({ runtime: { clientSetup }, allow }, params) => {
    allow();
    return clientSetup.write(params);
  },
  "mcp/open": async ({ runtime: { host }, caller }, params) => {
    if (params.cwd !== undefined) host.grants.handleFolder(caller.principal, params.cwd);
    await caller.openMcp(params);
    return {};
  },
} satisfies Partial<Handlers>;
