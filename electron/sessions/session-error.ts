/**
 * Errors that name a session. A session does not know what each caller calls it:
 * an agent goes by its own name for it, and must not learn the host's id, which
 * tells that somebody else has a session of that name.
 */
import { type ErrorCode, HostError } from "../../shared/errors.ts";

export class SessionError extends HostError {
  readonly #words: (session: string) => string;

  /** `words`: the message, with `the session` or `session NAME` in it. */
  constructor(code: ErrorCode, words: (session: string) => string) {
    super(code, message(words, "the session"));
    this.#words = words;
  }

  /** The same error for a caller who calls the session `name`. */
  named(name: string): HostError {
    return new HostError(this.code, message(this.#words, `session ${name}`));
  }
}

/** An error in the words of a caller who has asked for the session `id`. Anything but a SessionError stays as it is. */
export function inCallersWords(error: unknown, { id }: { readonly id?: unknown }): unknown {
  return error instanceof SessionError && typeof id === "string" ? error.named(id) : error;
}

/** A sentence that begins with the session begins with a capital letter. One that begins with a person's name keeps it as it is. */
function message(words: (session: string) => string, session: string): string {
  const text = words(session);
  return text.startsWith(session) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}
