/**
 * Counts refusals that repeat, so that an agent that is refused again and again
 * does not push the older rows out of the audit. The first few refusals of a kind
 * have their rows at once. Those like them within a minute share one more, with
 * their count.
 */
import type { AuditEntry } from "../../../shared/audit-entry.ts";
import type { Audit } from "./audit.ts";

const WINDOW_MS = 60_000;
/** Refusals of a kind that have a row each: an agent that tried a few names shows which. */
const OWN_ROWS = 3;
/** Kinds of refusals of one principal in one window that have rows of their own. */
const MAX_KINDS_EACH = 30;
/** The same for all principals together: whoever connects again may be a new one each time. */
const MAX_KINDS = 1000;
/** Stands for the principals, or for the methods, that there were too many of. */
const OTHERS = "others";

/** The refusals of one kind in the window. */
type Kind = { readonly first: AuditEntry; count: number };

export class CountedRefusals implements Disposable {
  readonly #write: Audit;
  readonly #kinds = new Map<string, Kind>();
  readonly #kindsOf = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(write: Audit) {
    this.#write = write;
  }

  /** Takes an entry for the audit. One that was allowed is written at once, and so is one without a valid token: those are few, because they are limited. */
  take(entry: AuditEntry): void {
    if (entry.decision === "allowed" || entry.decision === "unauthorized") return this.#write(entry);
    const counted = this.#kinds.has(kindOf(entry)) ? entry : this.#withinLimits(entry);
    if (++this.#kind(counted).count <= OWN_ROWS) this.#write(counted);
  }

  /** Ends the window: what had no row of its own is in the counts. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const kinds = [...this.#kinds.values()];
    this.#kinds.clear();
    this.#kindsOf.clear();
    for (const { first, count } of kinds) {
      const { principal, name, client, method, decision } = first;
      // Session and input differed from one to the next.
      if (count > OWN_ROWS) this.#write({ principal, name, client, method, decision, count: count - OWN_ROWS });
    }
  }

  [Symbol.dispose](): void {
    this.flush();
  }

  #kind(entry: AuditEntry): Kind {
    const key = kindOf(entry);
    let kind = this.#kinds.get(key);
    if (kind) return kind;
    this.#kinds.set(key, (kind = { first: entry, count: 0 }));
    this.#kindsOf.set(entry.principal, (this.#kindsOf.get(entry.principal) ?? 0) + 1);
    this.#timer ??= setTimeout(() => this.flush(), WINDOW_MS).unref();
    return kind;
  }

  /** The entry, or the one that stands for what there is too much of. */
  #withinLimits(entry: AuditEntry): AuditEntry {
    const { principal, decision } = entry;
    if (this.#kinds.size >= MAX_KINDS) return { principal: OTHERS, name: "", client: "", method: OTHERS, decision };
    if ((this.#kindsOf.get(principal) ?? 0) < MAX_KINDS_EACH) return entry;
    return { principal, name: entry.name, client: entry.client, method: OTHERS, decision };
  }
}

function kindOf({ principal, method, decision }: AuditEntry): string {
  return JSON.stringify([principal, method, decision]);
}
