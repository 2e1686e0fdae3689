/**
 * Gives browsers access. A browser opens an address with a single-use code, and
 * the page exchanges the code for a token. Codes and tokens are kept only in
 * memory, so they end with the host.
 */
import { Emitter } from "../../shared/emitter.ts";
import { createToken, tokensEqual } from "./token.ts";

/** Enough time to open a browser. A code that somebody sees on a screen is worthless soon after. */
export const CODE_LIFETIME_MS = 60_000;
/** 192 bits. Shorter than a token, because some users copy the address by hand. */
const CODE_CHARACTERS = 32;
/** Beyond these limits the oldest is dropped, so that a client that asks for addresses in a loop does not fill the memory. */
const MAX_CODES = 16;
const MAX_TOKENS = 64;

/** The token with which one browser connects. */
export type BrowserToken = { readonly token: string };

type Code = { readonly code: string; readonly expiresAtMs: number };

export class BrowserAccess {
  readonly #now: () => number;
  readonly #onRevoke = new Emitter<BrowserToken>();
  /** Fires when a token is revoked. Connections that it opened must close. */
  readonly onRevoke = this.#onRevoke.event;
  #codes: Code[] = [];
  #tokens: BrowserToken[] = [];

  /** `now` is a monotonic clock in milliseconds: setting the time of day must not change when a code expires. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Creates a code for one browser. */
  newCode(): { code: string; expiresInMs: number } {
    const code = createToken().slice(0, CODE_CHARACTERS);
    this.#codes.push({ code, expiresAtMs: this.#now() + CODE_LIFETIME_MS });
    this.#codes = this.#codes.slice(-MAX_CODES);
    return { code, expiresInMs: CODE_LIFETIME_MS };
  }

  /** Exchanges a code for a token. Undefined when the code is wrong, used or expired. The code is then used up. */
  redeem(code: string): string | undefined {
    const found = this.#codes.find((candidate) => tokensEqual(code, candidate.code));
    if (!found) return undefined;
    this.#codes = this.#codes.filter((candidate) => candidate !== found);
    if (this.#now() >= found.expiresAtMs) return undefined;
    const token = createToken();
    this.#tokens.push({ token });
    const [oldest] = this.#tokens;
    if (this.#tokens.length > MAX_TOKENS && oldest) this.#revoke(oldest);
    return token;
  }

  /** The valid token with this text. Undefined when there is none. */
  find(token: string): BrowserToken | undefined {
    return this.#tokens.find((candidate) => tokensEqual(token, candidate.token));
  }

  #revoke(revoked: BrowserToken): void {
    this.#tokens = this.#tokens.filter((candidate) => candidate !== revoked);
    this.#onRevoke.fire(revoked);
  }
}
