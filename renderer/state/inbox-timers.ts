/** What happens in the inbox by itself: a notice that is looked at gets read, and a snooze ends. */
import type { SessionId } from "../../shared/protocol.ts";
import { nextWakeMs } from "./inbox.ts";
import { withInbox } from "./state-changes.ts";
import type { State, Store } from "./store.ts";

/** Whoever has had a session before their eyes for this long has seen what it says. */
const READ_AFTER_MS = 1500;

/** The time, and a call at a later time. */
export type Clock = {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Calls back once after that many milliseconds. The result cancels it. */
  readonly after: (ms: number, act: () => void) => () => void;
};

export const SYSTEM_CLOCK: Clock = {
  now: () => Date.now(),
  after: (ms, act) => {
    const timer = setTimeout(act, ms);
    return () => clearTimeout(timer);
  },
};

/** Whether a person looks at the window. */
export type WindowFocus = { readonly isThere: () => boolean; readonly onChange: (listener: () => void) => void };

/** Call once, for as long as the window lives. */
export function startInboxTimers(store: Store, clock: Clock, focus: WindowFocus): void {
  const read = new Alarm<SessionId>(clock, (id) => store.setState((state) => withInbox(state, { type: "read", id })));
  const wake = new Alarm<undefined>(clock, () =>
    store.setState((state) => withInbox(state, { type: "clock", nowMs: clock.now() })),
  );
  const update = (): void => {
    const state = store.getState();
    const seen = focus.isThere() ? unreadOnScreen(state) : undefined;
    read.set(seen && { key: seen.key, value: seen.id, inMs: READ_AFTER_MS });
    const wakeMs = nextWakeMs(state.notices);
    wake.set(
      wakeMs === undefined ? undefined : { key: String(wakeMs), value: undefined, inMs: Math.max(0, wakeMs - clock.now()) },
    );
  };
  store.subscribe((state, before) => {
    if (state.notices !== before.notices || state.view !== before.view || state.removed !== before.removed) update();
  });
  focus.onChange(update);
  update();
}

/** The open session, if it says something that nobody has read. */
function unreadOnScreen({ view, removed, notices }: State): { id: SessionId; key: string } | undefined {
  if (view.kind !== "session" || removed.has(view.id)) return undefined;
  const notice = notices.get(view.id);
  return notice && !notice.isRead ? { id: view.id, key: `${view.id} ${notice.about}` } : undefined;
}

type Due<T> = { readonly key: string; readonly value: T; readonly inMs: number };

/** One pending call. Setting what is already set leaves it running. */
class Alarm<T> {
  readonly #clock: Clock;
  readonly #ring: (value: T) => void;
  #key: string | undefined;
  #cancel: (() => void) | undefined;

  constructor(clock: Clock, ring: (value: T) => void) {
    this.#clock = clock;
    this.#ring = ring;
  }

  set(due: Due<T> | undefined): void {
    if (due?.key === this.#key) return;
    this.#cancel?.();
    this.#key = due?.key;
    this.#cancel =
      due &&
      this.#clock.after(due.inMs, () => {
        this.#key = undefined;
        this.#ring(due.value);
      });
  }
}
