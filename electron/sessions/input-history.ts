/** What was last typed into a session, with who typed it and as much of the text as may be shown. */
import type { ClientInfo } from "../../shared/protocol.ts";
import type { ShownInput } from "./session-recording.ts";

/** One thing that was typed. */
export type InputEntry = { readonly atMs: number; readonly client: ClientInfo; readonly shown: ShownInput };

/** How many inputs are kept; the inspector looks back no further. */
const MAX_ENTRIES = 200;

export class InputHistory {
  readonly #entries: InputEntry[] = [];

  /** Oldest first. The list stays the same one and changes as people and agents type. */
  get entries(): readonly InputEntry[] {
    return this.#entries;
  }

  /**
   * Begins an entry. Call the result with each part of the input that the
   * terminal takes: text and the Enter after it are one input. An input of which
   * nothing is taken is not listed.
   */
  begin(client: ClientInfo): (part: ShownInput) => void {
    const parts: ShownInput[] = [];
    const shown = {
      get recordable() {
        return parts.map((part) => part.recordable).join("");
      },
      hide: (isPart = false) => {
        for (const [index, part] of parts.entries()) part.hide(isPart || index > 0);
      },
    };
    const entry: InputEntry = { atMs: Date.now(), client, shown };
    return (part) => {
      if (parts.length === 0) this.#add(entry);
      parts.push(part);
    };
  }

  #add(entry: InputEntry): void {
    this.#entries.push(entry);
    if (this.#entries.length > MAX_ENTRIES) this.#entries.shift();
  }
}
