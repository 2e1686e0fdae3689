import type { Client } from "../../../shared/client.ts";

/** Everything that a session has printed. It may be asked for again and again: only what is new is fetched. */
export class SessionOutput {
  readonly #client: Client;
  readonly #session: string;
  readonly #strip: boolean;
  #text = "";
  #next = 0;

  /** With `strip`, the text has no escape sequences. */
  constructor(client: Client, session: string, { strip = false }: { strip?: boolean } = {}) {
    this.#client = client;
    this.#session = session;
    this.#strip = strip;
  }

  /** The output up to now. */
  async all(): Promise<string> {
    let end: number | undefined;
    do {
      const piece = await this.#client.request("session/read", {
        id: this.#session,
        since: this.#next,
        strip: this.#strip,
        ...(end !== undefined && { end }),
      });
      this.#text += piece.text;
      this.#next = piece.next;
      end ??= piece.end;
    } while (this.#next < end);
    return this.#text;
  }
}
