/**
 * The sessions that ended with their host. The window remembers what runs in its host. When it meets another host in
 * the place of that one, what ran there is lost: programs end with the process that hosts them.
 */
import type { LostSession } from "../../shared/desktop-messages.ts";
import type { Result } from "../../shared/protocol.ts";
import type { State, Store } from "./store.ts";

/** What the window knows of its host, also after the host has gone. */
export type HostFacts = {
  /** Another host has another one. */
  readonly key: string;
  /** Tells the hosts of different home folders apart. One does not take the other's place. */
  readonly place: string;
  /** How a person runs `cotty` in a terminal. */
  readonly command: string;
};

type Remembered = Pick<HostFacts, "key" | "place"> & {
  /** What runs in this host. */
  readonly running: readonly LostSession[];
  /** What ended with hosts before it. */
  readonly lost: readonly LostSession[];
};

const KEY = "cotty.running";

/** Who the host is, from its own answer. */
export function factsOf({ pid, startedAtMs, recordingsDirectory, command }: Result<"host/info">): HostFacts {
  return { key: `${pid} ${startedAtMs}`, place: recordingsDirectory, command };
}

/** The sessions whose program runs, or did until the connection was lost. */
export function runningSessions({ sessions }: Pick<State, "sessions">): LostSession[] {
  return [...sessions.values()]
    .filter(({ exit }) => !exit)
    .map(({ id, command, cwd, size, startedAtMs }) => ({ id, command, cwd, size, startedAtMs }));
}

/** What ended with hosts before this one, and with which a person has not dealt. Nothing for a host of another place. */
export function lostSince(remembered: string | null, { key, place }: Pick<HostFacts, "key" | "place">): readonly LostSession[] {
  const before = parse(remembered);
  if (before?.place !== place) return [];
  return before.key === key ? before.lost : [...before.lost, ...before.running];
}

/** The desktop app and the window itself may both know of a lost session: it is one. */
export function withMoreLost(lost: readonly LostSession[], more: readonly LostSession[]): readonly LostSession[] {
  const isKnown = (one: LostSession): boolean =>
    lost.some(({ id, startedAtMs }) => id === one.id && startedAtMs === one.startedAtMs);
  return [...lost, ...more.filter((one) => !isKnown(one))];
}

/** What the window is to know when it meets the next host, or is loaded again. */
export function toRemember(state: Pick<State, "sessions" | "lost">, { key, place }: Pick<HostFacts, "key" | "place">): string {
  return JSON.stringify({ key, place, running: runningSessions(state), lost: state.lost } satisfies Remembered);
}

/** Keeps in `storage` what runs. Call before the first connection. */
export function rememberRunning(store: Store, storage: Pick<Storage, "getItem" | "setItem" | "removeItem">): void {
  store.subscribe((state, before) => {
    const { hostFacts, connection } = state;
    // A client has ended the host, and the window says so: nothing was lost unexpectedly.
    if (connection.kind === "ended") storage.removeItem(KEY);
    if (!hostFacts || connection.kind !== "open") return;
    if (hostFacts.key !== before.hostFacts?.key) {
      const lost = lostSince(storage.getItem(KEY), hostFacts);
      // The desktop app may have told of some before.
      const all = withMoreLost(lost, state.lost);
      if (all.length > state.lost.length) return store.setState({ lost: all });
    }
    const text = toRemember(state, hostFacts);
    if (text !== storage.getItem(KEY)) storage.setItem(KEY, text);
  });
}

function parse(text: string | null): Remembered | undefined {
  try {
    const { key, place, running, lost } = JSON.parse(text ?? "null") as Remembered;
    const isValid = typeof key === "string" && typeof place === "string" && [...running, ...lost].every(isLost);
    return isValid ? { key, place, running, lost } : undefined;
  } catch {
    return undefined;
  }
}

function isLost({ id, command, cwd, size }: LostSession): boolean {
  return (
    [id, command, cwd].every((text) => typeof text === "string") && Number.isInteger(size.cols) && Number.isInteger(size.rows)
  );
}
