/** What sessions are made of in tests without programs: a terminal that does what the test says, and a screen that nobody parses for. */
import { LocalRules } from "../../electron/attention/attention.ts";
import { Halt } from "../../electron/host/access/halt.ts";
import { agentPrincipal } from "../../electron/host/access/principal.ts";
import { SessionAccess } from "../../electron/host/access/session-access.ts";
import type { LeaseSettings } from "../../electron/host/calls/input-lease.ts";
import { HostedSession } from "../../electron/host/hosted-session.ts";
import { RemoteScreen } from "../../electron/screens/pool/remote-screen.ts";
import type { Pty } from "../../electron/sessions/pty.ts";
import type { Recording } from "../../electron/sessions/session-recording.ts";
import { Session, type SessionParts } from "../../electron/sessions/session.ts";
import { Emitter } from "../../shared/emitter.ts";
import type { ClientInfo, ExitStatus } from "../../shared/protocol.ts";

/** What a test decides; all of it is optional. */
export type SessionScript = {
  /** Returns how many of these bytes the terminal takes. Default: all. */
  readonly take?: (bytes: Uint8Array) => number;
  /** Whether the program reads hidden input. The terminal may take its time to answer. */
  readonly isHidden?: () => boolean | Promise<boolean>;
  /** Answers what is asked of the screen. Where it answers nothing: empty waits and snapshots, and otherwise an error. */
  readonly ask?: (name: string) => Promise<unknown> | undefined;
  readonly output?: Emitter<Buffer>;
  readonly exits?: Emitter<ExitStatus>;
};

/** Parts for a session, as `SessionParts` has them, without a recording. */
export function scriptedParts(script: SessionScript = {}): Pick<SessionParts, "spawnPty" | "screens"> {
  const { take = (bytes) => bytes.length, isHidden = () => false } = script;
  const { output = new Emitter<Buffer>(), exits = new Emitter<ExitStatus>() } = script;
  const link = { send: () => {}, closed: () => {}, ask: (_screen: number, name: string) => script.ask?.(name) ?? answer(name) };
  let screens = 0;
  return {
    spawnPty: (): Pty => ({
      // Nobody's, so the kernel does not tell who reads, and nothing can be ended.
      pid: 2 ** 30,
      onData: output.event,
      onExit: exits.event,
      write: take,
      expectEcho: () => {},
      resize: () => {},
      read: () => {},
      drain: () => true,
      modes: async () => ({ echo: !(await isHidden()), lines: true }),
      pause: () => {},
      resume: () => {},
      [Symbol.dispose]: () => {},
    }),
    screens: {
      assertFit: () => {},
      open: (size) =>
        new RemoteScreen(++screens, link as unknown as ConstructorParameters<typeof RemoteScreen>[1], { size, offset: 0 }),
    },
  };
}

/** A recording that keeps nothing, but for what the test does with it. */
export function scriptedRecording(own: Partial<Recording>): Recording {
  return {
    path: "/nowhere",
    isRecording: true,
    output: () => {},
    input: (_atMs, _client, text) => ({ recordable: text, hide: () => {} }),
    resize: () => {},
    exit: () => {},
    flush: () => {},
    read: () => Promise.resolve({ offset: 0, text: "" }),
    discard: () => {},
    [Symbol.dispose]: () => {},
    ...own,
  };
}

/** A session of `owner` on such parts, with what the host adds to it. */
export function scriptedSession(
  owner: ClientInfo,
  {
    leaseSettings,
    nonce,
    halt = new Halt(),
    ...script
  }: SessionScript & { readonly leaseSettings?: () => LeaseSettings; readonly nonce?: string; readonly halt?: Halt } = {},
): HostedSession {
  const onWarning = (message: string): void => {
    throw new Error(message);
  };
  const spawn = { file: "x", args: [], cwd: "/", env: {}, size: { cols: 80, rows: 24 } };
  const session = new Session(
    { id: "s", key: "k", command: "x", owner, spawn },
    { ...scriptedParts(script), recording: undefined, onWarning },
  );
  const principal = agentPrincipal(owner.name, undefined, () => "own");
  return new HostedSession(session, new SessionAccess(principal, "s"), {
    rules: new LocalRules({ load: () => [], save: () => {} }),
    halt,
    nonce,
    leaseSettings: leaseSettings ?? (() => ({ typingTakesOver: true, idleMs: 60_000 })),
  });
}

/** Nothing shows, whoever waits for it. A guess at a session's state has nothing to go by. */
function answer(name: string): Promise<unknown> {
  if (name === "endWait" || name === "beginWait") return Promise.resolve({ text: "", omittedLines: 0, offset: 0 });
  if (name === "snapshot") return Promise.resolve({ screen: "", offset: 0, size: { cols: 80, rows: 24 } });
  return Promise.reject(new Error(`The screen is not asked for '${name}' here`));
}
