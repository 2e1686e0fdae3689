/** A host without programs: its sessions have scripted terminals, and its clients have no connection. */
import { LocalRules } from "../../electron/attention/attention.ts";
import type { CallerIdentity } from "../../electron/host/access/principal.ts";
import { Caller, type CallerSink } from "../../electron/host/caller.ts";
import { Host } from "../../electron/host/host.ts";
import type { HostRuntime } from "../../electron/host/host-runtime.ts";
import { Emitter } from "../../shared/emitter.ts";
import type { ClientInfo, ExitStatus } from "../../shared/protocol.ts";
import { scriptedParts } from "./scripted-session.ts";

export type ScriptedHost = Disposable & {
  readonly host: Host;
  /** With the members that a test gives it. Those that it needs and does not give are missing. */
  readonly runtime: HostRuntime;
  /** Of the sessions, in the order of their starts. */
  readonly terminals: { readonly output: Emitter<Buffer>; readonly exits: Emitter<ExitStatus> }[];
  /** An agent of this name connects. */
  agent(name: string, send?: CallerSink["send"]): { readonly caller: Caller; readonly identity: CallerIdentity };
};

export function scriptedHost(members: Partial<HostRuntime> = {}): ScriptedHost {
  const terminals: ScriptedHost["terminals"] = [];
  const callers: Caller[] = [];
  const host = new Host({
    version: "1",
    screens: scriptedParts().screens as never,
    spawnPty: (options) => {
      const terminal = { output: new Emitter<Buffer>(), exits: new Emitter<ExitStatus>() };
      terminals.push(terminal);
      return scriptedParts(terminal).spawnPty(options);
    },
    startRecording: () => undefined,
    flatSessions: false,
    grants: { store: { load: () => [], save: () => {} }, newAgentTier: () => "own" },
    attentionRules: new LocalRules({ load: () => [], save: () => {} }),
    shells: { integrate: () => undefined },
    leaseSettings: () => ({ typingTakesOver: true, idleMs: undefined }),
    warn: (message) => {
      throw new Error(message);
    },
  });
  const runtime = {
    host,
    audit: () => {},
    recordings: { jobs: {}, catalog: { directory: "/nowhere" } },
    settings: { onChanged: new Emitter().event },
    clientSetup: { command: "cotty" },
    ...members,
  } as unknown as HostRuntime;
  return {
    ...{ host, runtime, terminals },
    agent: (name, send = () => {}) => {
      const client: ClientInfo = { id: name, name, kind: "mcp" };
      const identity = { client, principal: host.grants.agent(client, `key of ${name}`) };
      const caller = new Caller(runtime, identity, { send, isBehind: () => false });
      callers.push(caller);
      host.addClient(identity);
      return { caller, identity };
    },
    [Symbol.dispose]: () => {
      for (const caller of callers) caller[Symbol.dispose]();
      host[Symbol.dispose]();
    },
  };
}
