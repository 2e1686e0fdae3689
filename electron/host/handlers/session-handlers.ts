/** Starts sessions, lists them, ends them, and says what becomes of them. */
import { homedir } from "node:os";
import { hasPersonBehind, isPerson } from "../../../shared/client-kind.ts";
import { messageOf } from "../../../shared/errors.ts";
import { reaches } from "../access/principal.ts";
import { checkSteps } from "../calls/call.ts";
import type { Caller } from "../caller.ts";
import { workingDirectory } from "../working-directory.ts";
import type { Handlers } from "./request.ts";

export const sessionHandlers = {
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
} satisfies Partial<Handlers>;

/** Whether the client may end programs that a person types into. Agents never may. */
function mayForce({ principal }: Caller, force = false): boolean {
  return force && reaches(principal.tier, "admin");
}
