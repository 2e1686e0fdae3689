/** The state that a session is shown in: what is known of it comes before what is guessed. */
import type { Attention, AttentionExplanation } from "../../shared/protocol.ts";
import type { AttentionWatch } from "../attention/attention.ts";

/** A state that is known, and since when, in milliseconds since 1970. `nameless`: the reason for those who are told no names. */
export type KnownAttention = { readonly attention: Attention; readonly sinceMs: number; readonly nameless: string };

/** What may know the state. */
export type KnowsAttention = { readonly known: KnownAttention | undefined };

export class ShownAttention {
  readonly #guess: Pick<AttentionWatch, "current" | "explanation">;
  readonly #sources: readonly KnowsAttention[];

  /** The first of the sources that knows the state decides. */
  constructor(guess: Pick<AttentionWatch, "current" | "explanation">, sources: readonly KnowsAttention[]) {
    this.#guess = guess;
    this.#sources = sources;
  }

  get current(): Attention {
    return this.#known?.attention ?? this.#guess.current;
  }

  /** The same without the names of people and agents. */
  get nameless(): Attention {
    const known = this.#known;
    return known ? { ...known.attention, reason: known.nameless } : this.#guess.current;
  }

  /** The same with the evidence. */
  explanation(): AttentionExplanation {
    const known = this.#known;
    const guess = this.#guess.explanation();
    return known ? { ...known.attention, sinceMs: known.sinceMs, evidence: guess.evidence } : guess;
  }

  get #known(): KnownAttention | undefined {
    for (const { known } of this.#sources) if (known) return known;
    return undefined;
  }
}
