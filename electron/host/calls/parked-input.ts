/**
 * What is parked in one session, and what becomes of it: it is typed as soon as
 * automation may type again, or a person sends, edits or drops it before.
 */
import { hasPersonBehind } from "../../../shared/client-kind.ts";
import { messageOf } from "../../../shared/errors.ts";
import type { ClientInfo, InputPart, ParkedFate, ParkedWrite } from "../../../shared/protocol.ts";
import type { Clickless } from "./clicks.ts";
import type { InputLease } from "./input-lease.ts";
import { type Parked, ParkedWrites } from "./parked-writes.ts";

export type ParkedTyping = {
  /**
   * Asks the terminal whether the program reads hidden input, so that `check` knows. What is parked is typed as soon as
   * the lease is free, so the terminal is asked before that.
   */
  readonly look: () => Promise<void>;
  /** Throws what stands against typing this as `client` now, whoever holds the lease. */
  readonly check: (client: ClientInfo, input: readonly InputPart[]) => void;
  /** Types what was parked. Resolves when the terminal has taken it. */
  readonly write: (client: ClientInfo, input: readonly Clickless[]) => Promise<void>;
};

export class ParkedInput {
  readonly #lease: Pick<InputLease, "checkFree" | "checkWritable">;
  readonly #typing: ParkedTyping;
  readonly #onChanged: () => void;
  readonly #writes = new ParkedWrites();

  constructor(lease: Pick<InputLease, "checkFree" | "checkWritable">, typing: ParkedTyping, onChanged: () => void) {
    this.#lease = lease;
    this.#typing = typing;
    this.#onChanged = onChanged;
  }

  /** In the order in which it would be typed. Undefined when there is nothing. */
  get info(): ParkedWrite[] | undefined {
    return this.#writes.info;
  }

  /** Before what is parked may be typed. Undefined where nothing is: nobody may wait then, since something could be parked meanwhile. */
  look(): Promise<void> | undefined {
    return this.#writes.info && this.#typing.look();
  }

  /** Parks the inputs of a call. Throws `bad-request` for what cannot be parked, and `lease-held` when there is no room. */
  park(author: ClientInfo, reader: string, inputs: readonly (readonly InputPart[])[]): void {
    this.#writes.park({ author, reader }, inputs);
    this.#onChanged();
  }

  /**
   * Types one write, or all. Resolves when the terminal has taken them. Rejects with
   * `bad-request`, `lease-held`, and with what stands against typing one of them;
   * then all of them stay parked.
   */
  async send(by: ClientInfo, id?: number): Promise<void> {
    const looking = this.look();
    if (looking) await looking;
    this.#checkMayDecide(by);
    this.#lease.checkWritable("What is parked stays parked");
    for (const parked of this.#writes.find(id)) this.#checkTyping(parked);
    await this.#type(this.#writes.take(id));
  }

  /** Drops one write, or all. Throws `bad-request`, `lease-held`. */
  drop(by: ClientInfo, id?: number): void {
    this.#checkMayDecide(by);
    this.#drop(this.#writes.take(id));
    this.#onChanged();
  }

  /** Gives a write another text. Throws `bad-request`, `lease-held`. */
  edit(by: ClientInfo, id: number, text: string): void {
    this.#checkMayDecide(by);
    this.#writes.edit(id, text, by);
    this.#onChanged();
  }

  /** Automation may type again. Types what may be typed now, up to a write that may not: that stays, with those behind it. */
  handleFree(): void {
    void this.#type(this.#writes.takeWhile((parked) => this.#mayBeTyped(parked)));
  }

  /** Nobody will decide on it any more. */
  dropAll(): void {
    this.#drop(this.#writes.take());
  }

  /** There is something for this reader to hear. */
  hasFates(reader: string): boolean {
    return this.#writes.hasFates(reader);
  }

  /** What became of this reader's writes since it last heard. Undefined when there is nothing to hear. */
  takeFates(reader: string): ParkedFate[] | undefined {
    return this.#writes.takeFates(reader);
  }

  async #type(writes: readonly Parked[]): Promise<void> {
    this.#onChanged();
    // All are queued before anything else can be, so that nothing comes between them.
    const typed = writes.map((parked) =>
      this.#typing.write(writerOf(parked), parked.input).then(
        () => this.#writes.settle(parked, "sent"),
        (error: unknown) => this.#writes.settle(parked, "dropped", messageOf(error)),
      ),
    );
    await Promise.all(typed);
  }

  #drop(writes: readonly Parked[]): void {
    for (const parked of writes) this.#writes.settle(parked, "dropped");
  }

  #mayBeTyped(parked: Parked): boolean {
    try {
      this.#checkTyping(parked);
      return true;
    } catch {
      return false;
    }
  }

  /** A parked write is checked like a new one. Throws what that would be refused with. */
  #checkTyping(parked: Parked): void {
    this.#typing.check(writerOf(parked), parked.input);
  }

  /** People decide on what is parked; automation of the user does while no person holds the lease. */
  #checkMayDecide(by: ClientInfo): void {
    if (!hasPersonBehind(by)) this.#lease.checkFree(by, "What is parked stays parked");
  }
}

/** Whoever has the last word on the text of a parked write types it. */
function writerOf({ author, editedBy }: Parked): ClientInfo {
  return editedBy ?? author;
}
