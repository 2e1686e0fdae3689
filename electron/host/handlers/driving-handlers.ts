/** Types into a session and waits; secrets, the lease, and input that is parked. */
import { DEFAULT_WAIT_MS, type Result, type Step } from "../../../shared/protocol.ts";
import { type CallOptions, type CallOutcome, checkSteps } from "../calls/call.ts";
import type { HostedSession } from "../hosted-session.ts";
import type { Handlers, Request } from "./request.ts";

export const drivingHandlers = {
  "session/write": async (request, { id, input, wait, ifHeld, caller }) => {
    const hostedSession = request.caller.session(id);
    const { offset } = hostedSession.session;
    const outcome = await takeSteps(request, hostedSession, [{ input, ...(wait && { wait }) }], { ifHeld, caller });
    return { offset, ...outcome };
  },
  "session/steps": async (request, { id, steps, timeoutMs, stopOn, ifHeld, caller }) => {
    const hostedSession = request.caller.session(id);
    const { wait, failed } = await takeSteps(request, hostedSession, steps, { timeoutMs, stopOn, ifHeld, caller });
    return { wait: wait ?? { ...nothingNew(hostedSession), ended: "sent" }, ...(failed && { failed }) };
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
  "lease/acquire": async ({ caller, allow }, { id, takeover }) => {
    const hostedSession = caller.session(id);
    hostedSession.session.checkRunning();
    const driver = await hostedSession.lease.acquire(caller.client, takeover);
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
    const sent = caller.session(id).lease.parked.send(caller.client, write);
    allow();
    await sent;
    return {};
  },
  "parked/drop": ({ caller, allow }, { id, write }) => {
    caller.session(id).lease.parked.drop(caller.client, write);
    allow();
    return {};
  },
  "parked/edit": ({ caller, allow }, { id, write, text }) => {
    caller.session(id).lease.parked.edit(caller.client, write, text);
    allow();
    return {};
  },
} satisfies Partial<Handlers>;

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

function nothingNew({ session }: HostedSession): Result<"session/wait"> {
  return { ended: "quiet", text: "", omittedLines: 0, offset: session.offset };
}
