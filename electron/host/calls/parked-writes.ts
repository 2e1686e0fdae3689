/**
 * Writes of automation that a person sends, edits or drops: they came while a
 * person held the lease, or while the session was read-only, and their author
 * asked for that. Whoever parked a write hears once what became of it.
 */
import { HostError } from "../../../shared/errors.ts";
import { isSignalInput } from "../../../shared/key-sequences.ts";
import type { ClientInfo, InputPart, ParkedFate, ParkedWrite } from "../../../shared/protocol.ts";
import { type Clickless, hasNoClicks } from "./clicks.ts";
import { forgetExcessReaders } from "./handback-notices.ts";
import { rawText } from "./input-chunks.ts";
import { inputText } from "./input-text.ts";
import { SessionError } from "../../sessions/session-error.ts";

/** Writes that one session keeps. A person decides on each, so more would not be read. */
const MAX_PARKED = 16;
/** The longest parked write, in UTF-16 units: a person must be able to read it in the strip below the terminal. */
const MAX_LENGTH = 4096;
/** The most writes of which one reader is told what became of them. */
const MAX_FATES = 100;

/** A parked write with what the host needs to type it and to tell of it. */
export type Parked = {
  readonly id: number;
  readonly author: ClientInfo;
  readonly reader: string;
  readonly input: readonly Clickless[];
  readonly atMs: number;
  /** The person who changed its text, and so types it. */
  readonly editedBy?: ClientInfo;
  /** What its author had written, if a person has changed it. */
  readonly original?: string;
};

export class ParkedWrites {
  #writes: Parked[] = [];
  #lastId = 0;
  /** By reader: what became of its writes, until it has heard that. */
  readonly #fates = new Map<string, ParkedFate[]>();

  /** In the order in which they would be typed. Undefined when there is none. */
  get info(): ParkedWrite[] | undefined {
    if (this.#writes.length === 0) return undefined;
    return this.#writes.map(({ id, author, input, atMs, editedBy }) => ({
      ...{ id, client: author, atMs, text: inputText(input), isText: isText(input) },
      ...(editedBy && { editedBy }),
    }));
  }

  /**
   * Parks a call: each of its inputs is a write of its own. Ctrl+C and its like
   * stand before all text. Throws `lease-held` when there is no room, and then
   * parks nothing.
   */
  park({ author, reader }: Pick<Parked, "author" | "reader">, inputs: readonly (readonly InputPart[])[]): void {
    const count = this.#writes.length;
    if (count + inputs.length > MAX_PARKED) {
      const next = `and ${MAX_PARKED} are the most. Nothing was parked. Wait until a person has sent or dropped them`;
      throw new SessionError("lease-held", (session) => `${count} writes are parked in ${session}, ${next}`);
    }
    if (!inputs.every(hasNoClicks)) {
      throw new HostError("bad-request", "A click is aimed at what shows now, so it cannot be parked. Nothing was parked");
    }
    const long = inputs.find((input) => inputText(input).length > MAX_LENGTH);
    if (long) {
      const most = `A parked write has at most ${MAX_LENGTH} characters, and this one has ${inputText(long).length}`;
      throw new HostError("bad-request", `${most}. Nothing was parked. Wait for the keyboard, then type it`);
    }
    for (const input of inputs) this.#insert({ id: ++this.#lastId, author, reader, input, atMs: Date.now() });
  }

  /** Gives a write another text, typed in the name of `by`. Throws `bad-request`. */
  edit(id: number, text: string, by: ClientInfo): void {
    const parked = this.#one(id);
    if (!isText(parked.input)) {
      throw new HostError("bad-request", `Parked write ${id} has keys or clicks. It can be sent or dropped, not edited`);
    }
    if (text.length > MAX_LENGTH) throw new HostError("bad-request", `A parked write has at most ${MAX_LENGTH} characters`);
    const original = parked.original ?? inputText(parked.input);
    const edited = { ...parked, input: [{ text }], editedBy: by, original };
    this.#writes = this.#writes.map((one) => (one.id === id ? edited : one));
  }

  /** One write, or all of them in order. Throws `bad-request` if none has this id. */
  find(id?: number): readonly Parked[] {
    return id === undefined ? this.#writes : [this.#one(id)];
  }

  /** The same, and takes them out. */
  take(id?: number): readonly Parked[] {
    const taken = this.find(id);
    this.#writes = this.#writes.filter((one) => !taken.includes(one));
    return taken;
  }

  /** Takes the first ones out, up to one that does not count. */
  takeWhile(counts: (parked: Parked) => boolean): readonly Parked[] {
    const end = this.#writes.findIndex((one) => !counts(one));
    return end < 0 ? this.take() : this.#writes.splice(0, end);
  }

  /** What became of a write that was taken out, and why the terminal has not taken all of it. */
  settle({ reader, input, original, editedBy }: Parked, fate: ParkedFate["fate"], why?: string): void {
    const fates = this.#fates.get(reader) ?? [];
    const text = original ?? inputText(input);
    const as = fate === "sent" && editedBy ? inputText(input) : undefined;
    fates.push({ text, fate, ...(as !== undefined && { as }), ...(why !== undefined && { why }) });
    this.#fates.set(reader, fates.slice(-MAX_FATES));
    forgetExcessReaders(this.#fates);
  }

  /** There is something for this reader to hear. */
  hasFates(reader: string): boolean {
    return this.#fates.has(reader);
  }

  /** What became of this reader's writes since it last heard. Undefined when there is nothing to hear. */
  takeFates(reader: string): ParkedFate[] | undefined {
    const fates = this.#fates.get(reader);
    this.#fates.delete(reader);
    return fates;
  }

  #one(id: number): Parked {
    const parked = this.#writes.find((one) => one.id === id);
    if (parked) return parked;
    const ids = this.#writes.map((one) => one.id).join(", ");
    const next = ids === "" ? "Nothing is parked there" : `Parked there: ${ids}`;
    throw new SessionError("bad-request", (session) => `There is no parked write ${id} in ${session}. ${next}`);
  }

  #insert(parked: Parked): void {
    const firstText = this.#writes.findIndex(({ input }) => !isSignal(input));
    if (isSignal(parked.input) && firstText >= 0) this.#writes.splice(firstText, 0, parked);
    else this.#writes.push(parked);
  }
}

/** Whether the input is text alone, which a person can edit. */
function isText(input: readonly InputPart[]): boolean {
  return input.every((part) => !("key" in part) && !("click" in part));
}

function isSignal(input: readonly InputPart[]): boolean {
  return isSignalInput(rawText(input));
}
