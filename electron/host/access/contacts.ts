/**
 * The agents that have made contact, in the order of their latest contact. Their
 * number is bounded: whoever connects again and again as a new agent pushes out
 * agents that nobody has granted anything, and never a grant.
 */
import { Emitter } from "../../../shared/emitter.ts";
import { HostError } from "../../../shared/errors.ts";
import type { Tier, TokenInfo } from "../../../shared/protocol.ts";
import { sanitized } from "../../../shared/sanitized.ts";

export type Contact = {
  /** The id of its principal. */
  readonly agent: string;
  readonly name: string;
  readonly folder?: string | undefined;
  /** The tier of its token, if it has one. */
  readonly token?: Exclude<Tier, "admin"> | undefined;
  /** The ids of the clients that are connected. */
  readonly clients: ReadonlySet<string>;
  /** A person has said what it may do, or has left it as it is. */
  readonly isAnswered: boolean;
  /** The tier that it was refused something for. */
  readonly wants?: TokenInfo["tier"] | undefined;
  readonly isPassing: boolean;
};

/** Far more than a person has, and few enough for one answer. */
const MAX_CONTACTS = 200;
const MAX_FOLDER = 300;
const CHANGES_APART_MS = 250;

export class Contacts implements Disposable {
  readonly #isGranted: (agent: string) => boolean;
  readonly #contacts = new Map<string, Contact>();
  readonly #onChanged = new Emitter<void>();
  readonly onChanged = this.#onChanged.event;
  #timer: NodeJS.Timeout | undefined;
  #hasChanged = false;

  /** Whoever is granted something stays. */
  constructor(isGranted: (agent: string) => boolean) {
    this.#isGranted = isGranted;
  }

  /** The latest last. */
  get all(): readonly Contact[] {
    return [...this.#contacts.values()];
  }

  get(agent: string): Contact | undefined {
    return this.#contacts.get(agent);
  }

  /** An agent says who it is. What was known of it before stays. */
  add(said: Pick<Contact, "agent" | "name"> & Partial<Contact>): void {
    const known = this.#contacts.get(said.agent) ?? { clients: new Set<string>(), isAnswered: false, isPassing: false };
    this.#contacts.delete(said.agent);
    this.#contacts.set(said.agent, { ...known, ...said });
    this.#dropExcess();
    this.handleChange();
  }

  /** What is now known of an agent. Nothing happens if the agent is not. */
  change(agent: string, { folder, ...more }: Partial<Pick<Contact, "folder" | "isAnswered" | "wants">>): void {
    const known = this.#contacts.get(agent);
    if (!known) return;
    const shown = folder === undefined ? {} : { folder: sanitized(folder).slice(0, MAX_FOLDER) };
    this.#contacts.set(agent, { ...known, ...more, ...shown });
    this.handleChange();
  }

  connect(agent: string, client: string): void {
    const known = this.#contacts.get(agent);
    if (!known || known.clients.has(client)) return;
    this.#contacts.set(agent, { ...known, clients: new Set([...known.clients, client]) });
    this.handleChange();
  }

  /** An agent without a key is another one when it comes again, so nothing of it is kept. Returns the agent that is therefore gone for good. */
  disconnect(client: string): string | undefined {
    const known = this.all.find(({ clients }) => clients.has(client));
    if (!known) return undefined;
    const clients = new Set([...known.clients].filter((id) => id !== client));
    const isGone = clients.size === 0 && known.isPassing;
    if (isGone) this.#contacts.delete(known.agent);
    else this.#contacts.set(known.agent, { ...known, clients });
    this.handleChange();
    return isGone ? known.agent : undefined;
  }

  remove(agent: string): void {
    if (this.#contacts.delete(agent)) this.handleChange();
  }

  /** Throws `bad-request` when nobody has this id. A name is no id: agents choose their names. */
  find(agent: string): Contact {
    const contact = this.#contacts.get(agent);
    if (contact) return contact;
    throw new HostError("bad-request", `No agent has the id '${agent}'. 'cotty grant' lists the agents`);
  }

  /** Tells of a change, but not more often than a person can follow. */
  handleChange(): void {
    if (this.#timer) {
      this.#hasChanged = true;
      return;
    }
    this.#timer = setTimeout(() => this.#endPause(), CHANGES_APART_MS).unref();
    this.#onChanged.fire();
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.#onChanged[Symbol.dispose]();
  }

  #endPause(): void {
    this.#timer = undefined;
    if (!this.#hasChanged) return;
    this.#hasChanged = false;
    this.handleChange();
  }

  /** Drops the oldest of those that matter least: those that are gone, then those that were refused nothing. Never the latest. */
  #dropExcess(): void {
    const ungranted = this.all.filter(({ agent }) => !this.#isGranted(agent));
    if (ungranted.length <= MAX_CONTACTS) return;
    const weight = ({ clients, wants }: Contact): number => (clients.size > 0 ? 2 : 0) + (wants === undefined ? 0 : 1);
    const [least] = ungranted.slice(0, -1).sort((one, other) => weight(one) - weight(other));
    if (least) this.#contacts.delete(least.agent);
  }
}
