/**
 * What each method does: one row a method, complete by type. The connection
 * itself answers `host/hello`. A method with an effect calls `allow` when the
 * effect takes place, and before it waits for anything.
 */
import { statSync } from "node:fs";
import { homedir } from "node:os";
import { hasPersonBehind, isPerson } from "../../shared/client-kind.ts";
import { HostError, messageOf } from "../../shared/errors.ts";
import { DEFAULT_WAIT_MS, type ExitStatus, type Params, type Result, type Step } from "../../shared/protocol.ts";
import type { CommandMarks } from "../shell-integration/marked-shells.ts";
import type { Session } from "../sessions/session.ts";
import type { RuledMethod } from "./access/method-rules.ts";
import { type Principal, reaches, tokenPrincipal } from "./access/principal.ts";
import { type CallOptions, type CallOutcome, checkSteps } from "./calls/call.ts";
import type { Caller } from "./caller.ts";
import type { HostRuntime } from "./host-runtime.ts";
import type { HostedSession } from "./hosted-session.ts";
import {
  deleteRecordings,
  exportSource,
  findRecording,
  listRecordings,
  readRecording,
  searchRecordings,
} from "./recording-requests.ts";
import type { ExportSource } from "./exports.ts";
import { readOutput } from "./read-output.ts";
import { changedRows, readScreen } from "./read-screen.ts";
import { readInputs } from "./read-inputs.ts";
import { searchOutput } from "./search-output.ts";
import { workingDirectory } from "./working-directory.ts";

export type Request = {
  readonly runtime: HostRuntime;
  readonly caller: Caller;
  /** Aborts when the client cancels the request, or may not see its session any more. */
  readonly signal: AbortSignal;
  /** The request takes effect now: the audit gets its row. `started` names a session that it has started. */
  readonly allow: (started?: string) => void;
};

type Handlers = { [M in RuledMethod]: (request: Request, params: Params<M>) => Result<M> | Promise<Result<M>> };

/** Rows of the audit on a page when nothing is said. */
const AUDIT_PAGE = 50;

/** Agents in one answer. A person reads them. */
const MAX_LISTED_AGENTS = 100;

/** How long a share link works when nothing is said: an hour. */
const LINK_LIFETIME_MS = 3_600_000;

export const handlers: Handlers = {
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

  "session/create": async ({ runtime: { host, starts }, caller, signal, allow }, params) => {
    const steps = [...(params.wait ? [{ wait: params.wait }] : []), ...(params.steps ?? [])];
    // Before anything is started: the caller of a request that fails would not hear of the session.
    checkSteps(steps, params.stopOn);
    const hostedSession = host.create(caller.identity, params);
    allow(hostedSession.session.id);
    const { command, cwd } = hostedSession.session;
    const reader = caller.reader(params.caller);
    // What a person types before the first look of whoever has started the session is news to them.
    if (!hasPersonBehind(caller.client)) hostedSession.lease.handleReader(reader);
    if (isPerson(caller.client)) starts.add({ command, cwd, atMs: Date.now() });
    if (steps.length === 0) return { session: caller.info(hostedSession) };
    const options = {
      reader,
      signal,
      timeoutMs: params.timeoutMs,
      stopOn: params.stopOn,
      isFirst: true,
    };
    const outcome = await hostedSession.calls.take(caller.client, steps, options);
    return { session: caller.info(hostedSession), ...outcome };
  },
  "start/options": ({ runtime: { starts } }) => ({ presets: starts.presets(), recent: [...starts.all], home: homedir() }),
  "start/forget": ({ runtime: { starts }, allow }, { start }) => {
    allow();
    starts.forget(start);
    return {};
  },
  "start/check-folder": (_request, { cwd }) => {
    try {
      return { cwd: workingDirectory(cwd) };
    } catch (error) {
      return { problem: messageOf(error) };
    }
  },
  "demo/start": async ({ runtime, allow }) => {
    allow();
    return { sessions: await runtime.startDemo() };
  },
  "session/list": ({ caller }) => caller.list(),
  "session/attach": async ({ caller }, params) => {
    const snapshot = await caller.attach(params);
    return { ...snapshot, session: caller.info(caller.session(params.id)) };
  },
  "session/detach": ({ caller }, { id }) => {
    caller.detach(id);
    return {};
  },
  "session/read": async ({ caller }, params) => {
    const { session } = caller.session(params.id);
    const output = await readOutput(session, params, caller.client.id);
    return { ...output, ...ending(session, output.next) };
  },
  "session/screen": async ({ caller }, params) => {
    const { session } = caller.session(params.id);
    const screen = await readScreen(session, params);
    return { ...screen, ...ending(session, screen.offset) };
  },
  "session/changes": async ({ caller }, { id, caller: name }) => {
    const { session } = caller.session(id);
    const changes = await changedRows(session, caller.reader(name));
    return { ...changes, ...ending(session, changes.offset) };
  },
  "session/search": ({ runtime: { recordings }, caller, signal }, params) =>
    searchOutput(recordings.jobs, caller.session(params.id).session, params, signal),
  "session/write": async (request, { id, input, wait, ifHeld, caller }) => {
    const hostedSession = request.caller.session(id);
    const { offset } = hostedSession.session;
    const outcome = await takeSteps(request, hostedSession, [{ input, ...(wait && { wait }) }], { ifHeld, caller });
    return { offset, ...outcome };
  },
  "session/steps": async (request, { id, steps, timeoutMs, stopOn, ifHeld, caller }) => {
    const hostedSession = request.caller.session(id);
    const { wait, failed } = await takeSteps(request, hostedSession, steps, { timeoutMs, stopOn, ifHeld, caller });
    return { wait: wait ?? nothingNew(hostedSession), ...(failed && { failed }) };
  },
  "session/wait": async (request, { id, until, since, caller }) => {
    const hostedSession = request.caller.session(id);
    const { wait } = await takeSteps(request, hostedSession, [{ wait: until }], { since, caller });
    return wait ?? nothingNew(hostedSession);
  },
  "session/run": ({ caller, signal, allow }, { id, caller: name, ...command }) =>
    caller.session(id).calls.run(caller.client, { ...command, reader: caller.reader(name), signal, allow: () => allow() }),
  "secret/ask": async (request, { id, purpose, timeoutMs = DEFAULT_WAIT_MS, until, caller }) => {
    const hostedSession = request.caller.session(id);
    const { offset } = hostedSession.session;
    request.allow();
    const asking = { by: request.caller.client, purpose, timeoutMs, signal: request.signal };
    const end = await hostedSession.secrets.ask(asking);
    if (end !== "sent" && end !== "typed") return { end };
    const steps = [{ wait: until ?? { prompt: true, input: true } }];
    const { wait } = await takeSteps(request, hostedSession, steps, { since: offset, caller });
    return { end, ...(wait && { wait }) };
  },
  "secret/send": async ({ caller, allow }, { id, secret }) => {
    await caller.session(id).sendSecret(caller.client, secret);
    allow();
    return {};
  },
  "secret/decline": ({ caller, allow }, { id }) => {
    caller.session(id).secrets.decline();
    allow();
    return {};
  },
  "session/resize": ({ caller, allow }, { id, size, caller: name }) => {
    caller.session(id).calls.resize(caller.client, size, caller.reader(name));
    allow();
    return {};
  },
  "session/kill": async ({ caller, allow }, { id, force }) => {
    const hostedSession = caller.session(id);
    if (!mayForce(caller, force)) hostedSession.checkEndable(caller.client);
    allow();
    return { ended: await hostedSession.session.kill() };
  },
  "session/stop": async ({ runtime: { host }, caller, allow }, { id, force }) => {
    const hostedSession = caller.session(id);
    if (!mayForce(caller, force)) hostedSession.checkEndable(caller.client);
    allow();
    return { ended: await host.stop(hostedSession, caller.client) };
  },
  "session/freeze": async ({ caller, allow }, { id }) => {
    const hostedSession = caller.session(id);
    hostedSession.session.checkRunning();
    allow();
    await hostedSession.freeze(caller.client);
    return {};
  },
  "session/resume": async ({ caller, allow }, { id }) => {
    const hostedSession = caller.session(id);
    hostedSession.checkResumable(caller.client);
    allow();
    await hostedSession.resume();
    return {};
  },
  "session/restart": async ({ runtime: { host }, caller, allow }, { id }) => {
    const hostedSession = caller.session(id);
    hostedSession.checkEndable(caller.client);
    allow();
    return { session: caller.info(await host.restart(hostedSession, caller.client)) };
  },
  "session/stop-all": async ({ runtime: { host }, caller, allow }, { force }) => {
    allow();
    const all = host.sessions.stoppableBy(caller.principal);
    const kept = isPerson(caller.client) || mayForce(caller, force) ? [] : all.filter(({ isHeld }) => isHeld);
    const stopped = await host.stopAll(
      all.filter((hostedSession) => !kept.includes(hostedSession)),
      caller.client,
    );
    return { ...stopped, kept: kept.map((hostedSession) => caller.info(hostedSession).id) };
  },
  "session/export": ({ caller }, { id, ...request }) =>
    caller.exports.piece(sessionSource(caller.session(id).session, id), request),
  "session/facts": async ({ caller }, { id }) => {
    const { session, marks } = caller.session(id);
    const path = session.recordingPath();
    const recording = path === undefined ? undefined : { path, bytes: statSync(path).size };
    const processes = await session.processes();
    return { processes, ...(recording && { recording }), ...(marks && { shell: shellFacts(marks) }) };
  },
  "session/inputs": ({ caller }, { id }) => readInputs(caller.session(id).session),

  "session/job": ({ caller, allow }, { id, job }) => {
    caller.session(id).showJob(job);
    allow();
    return {};
  },
  "session/rename": ({ caller, allow }, { id, name }) => {
    caller.session(id).rename(name);
    allow();
    return {};
  },
  "session/why": ({ caller }, { id }) => caller.session(id).attention.explanation(),
  "session/correct": ({ caller, allow }, { id, state }) => {
    const hostedSession = caller.session(id);
    hostedSession.session.checkRunning();
    allow();
    return hostedSession.attention.correct(state);
  },
  "session/notify": ({ caller, allow }, { id, message }) => {
    caller.session(id).notify(caller.client, message);
    allow();
    return {};
  },
  "session/acknowledge": ({ caller, allow }, { id }) => {
    const hostedSession = caller.session(id);
    allow();
    hostedSession.acknowledge();
    return {};
  },
  "session/share": ({ runtime, caller, allow }, { id, with: whom }) => {
    const hostedSession = caller.session(id);
    const agents = whom === "all" ? whom : agentsNamed(runtime, whom.name);
    runtime.host.sessions.checkShareable(hostedSession, agents, runtime.host.connected);
    hostedSession.share(agents);
    allow();
    return { sharedWith: hostedSession.access.sharedWith };
  },
  "session/unshare": ({ runtime: { host }, caller, allow }, { id, name }) => {
    const hostedSession = caller.session(id);
    host.unshare(hostedSession, name);
    allow();
    return { sharedWith: hostedSession.access.sharedWith };
  },

  "link/create": async ({ runtime: { links }, caller, allow }, { id, lifetimeMs = LINK_LIFETIME_MS }) => {
    const { session } = caller.session(id);
    allow();
    return links.create(session.id, lifetimeMs);
  },
  "link/list": ({ runtime: { links } }) => links.list(),
  "link/revoke": ({ runtime: { links }, allow }, { link }) => {
    allow();
    if (!links.revoke(link)) throw new HostError("bad-request", "There is no such share link any more");
    return {};
  },

  "recording/list": ({ runtime: { recordings }, caller }, params) => listRecordings(recordings.catalog, caller, params),
  "recording/info": async ({ runtime: { recordings }, caller }, { id }) =>
    (await findRecording(recordings.catalog, caller, id)).info,
  "recording/search": ({ runtime: { recordings }, caller, signal }, params) =>
    searchRecordings(recordings, caller, params, signal),
  "recording/export": async ({ runtime: { recordings }, caller }, { id, ...request }) =>
    caller.exports.piece(await exportSource(recordings.catalog, caller, id), request),
  "recording/index": async ({ runtime: { recordings }, caller }, { id, from }) =>
    caller.exports.piece(await exportSource(recordings.catalog, caller, id), {
      format: "index",
      ...(from !== undefined && { from }),
    }),
  "recording/inputs": async ({ runtime: { recordings }, caller }, { id, from }) =>
    caller.exports.piece(await exportSource(recordings.catalog, caller, id), {
      format: "inputs",
      ...(from !== undefined && { from }),
    }),
  "recording/read": async ({ runtime: { recordings }, caller }, { id, position }) =>
    readRecording((await exportSource(recordings.catalog, caller, id)).path, position),
  "recording/import": ({ caller, allow }, piece) => {
    allow();
    return caller.imports.piece(piece);
  },
  "recording/mark": async ({ runtime: { recordings }, caller, allow }, { id, ...marker }) => {
    const entry = await findRecording(recordings.catalog, caller, id);
    allow();
    return recordings.catalog.mark(entry, marker);
  },
  "recording/delete": ({ runtime: { recordings }, caller, allow }, params) =>
    deleteRecordings(recordings.catalog, caller, params, () => allow()),
  "export/cancel": async ({ caller }, { from }) => {
    await caller.exports.cancel(from);
    caller.imports.cancel(from);
    return {};
  },

  "lease/acquire": async ({ caller, allow }, { id, takeover }) => {
    const driver = await caller.session(id).lease.acquire(caller.client, takeover);
    allow();
    return driver;
  },
  "lease/release": async ({ caller, allow }, { id }) => {
    await caller.session(id).lease.release(caller.client);
    allow();
    return {};
  },
  "lease/mode": async ({ caller, allow }, { id, mode }) => {
    await caller.session(id).lease.setMode(mode, caller.client);
    allow();
    return {};
  },
  "parked/send": async ({ caller, allow }, { id, write }) => {
    const sent = caller.session(id).lease.sendParked(caller.client, write);
    allow();
    await sent;
    return {};
  },
  "parked/drop": ({ caller, allow }, { id, write }) => {
    caller.session(id).lease.dropParked(caller.client, write);
    allow();
    return {};
  },
  "parked/edit": ({ caller, allow }, { id, write, text }) => {
    caller.session(id).lease.editParked(caller.client, write, text);
    allow();
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

  "client/list": ({ runtime: { host } }) => host.connectedClients(),
  "audit/list": ({ runtime: { readAudit } }, { limit = AUDIT_PAGE, ...query }) => readAudit({ ...query, limit }),

  "grant/list": ({ runtime: { host } }) => host.grants.list(MAX_LISTED_AGENTS),
  "grant/give": ({ runtime: { host }, allow }, { agent, tier, lasts }) => {
    const known = host.grants.give(agent, tier, lasts);
    allow();
    return known;
  },
  "grant/revoke": ({ runtime: { host }, allow }, { agent }) => {
    const known = host.grants.revoke(agent);
    allow();
    return known;
  },
  "grant/dismiss": ({ runtime: { host }, allow }, { agent }) => {
    host.grants.dismiss(agent);
    allow();
    return {};
  },

  "token/create": ({ runtime: { tokens }, allow }, { name, tier = "own" }) => {
    const created = tokens.create(name, tier);
    allow();
    return created;
  },
  "token/find": ({ runtime: { tokens } }, { token }) => {
    const found = tokens.find(token);
    return found ? { found } : {};
  },
  "token/list": ({ runtime: { tokens } }) => tokens.list(),
  "token/revoke": ({ runtime: { tokens }, allow }, { name }) => {
    tokens.revoke(name);
    allow();
    return {};
  },
  "http/switch": ({ runtime: { switchHttp }, allow }, { on }) => {
    allow();
    return switchHttp(on);
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
};

function shellFacts({ folder, lastExitCode }: CommandMarks): NonNullable<Result<"session/facts">["shell"]> {
  return { ...(folder !== undefined && { folder }), ...(lastExitCode !== undefined && { lastExitCode }) };
}

/** Whether the client may end programs that a person types into. Agents never may. */
function mayForce({ principal }: Caller, force = false): boolean {
  return force && reaches(principal.tier, "admin");
}

type StepOptions = Pick<CallOptions, "timeoutMs" | "since" | "stopOn" | "ifHeld"> & { readonly caller?: string | undefined };

/** Makes a call to a session. Rejects with `bad-request` before anything is typed. */
async function takeSteps(
  { caller, signal, allow }: Request,
  hostedSession: HostedSession,
  steps: readonly Step[],
  { caller: name, ...options }: StepOptions = {},
): Promise<CallOutcome> {
  checkSteps(steps, options.stopOn);
  return hostedSession.calls.take(caller.client, steps, { reader: caller.reader(name), signal, allow, ...options });
}

/** The recording of a session, for an export. `name` is what the caller calls it. Throws `recording-failed`. */
function sessionSource(session: Session, name: string): ExportSource {
  const path = session.recordingPath();
  if (path === undefined) throw new HostError("recording-failed", `Session ${name} has no recording`);
  return { of: session, path, name, size: session.size };
}

function nothingNew({ session }: HostedSession): Result<"session/wait"> {
  return { ended: "quiet", text: "", omittedLines: 0, offset: session.offset };
}

/** Agents choose their names, so there may be several of one name. Throws `bad-request` when there is none. */
function agentsNamed({ host, tokens }: HostRuntime, name: string): Principal[] {
  const agents = host.agents(tokens.list().map(({ name: holder, tier }) => tokenPrincipal(holder, () => tier)));
  const found = agents.filter((agent) => agent.name === name);
  if (found.length > 0) return found;
  const names = [...new Set(agents.map((agent) => agent.name))];
  const next = names.length > 0 ? `Agents now: ${names.join(", ")}` : "No agent is connected";
  throw new HostError("bad-request", `There is no agent called '${name}'. ${next}; or share with all`);
}

/** How the program has ended, for an answer that reaches this offset. */
function ending({ exit, offset: end }: Session, offset: number): { exit?: ExitStatus } {
  return exit && offset >= end ? { exit } : {};
}
