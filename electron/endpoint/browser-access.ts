/**
 * How a browser gets in: an address with a single-use code, which the page
 * trades for a token of its own. Both live in memory only and end with the host.
 */
import { Emitter } from "../../shared/emitter.ts";
import { createToken, tokensEqual } from "./token.ts";

/** Long enough to open a browser, short enough that a code on a screen is worth nothing later. */
export const CODE_LIFETIME_MS = 60_000;
/** 192 bits; whoever copies the address by hand is spared the rest of a whole token. */
const CODE_CHARACTERS = 32;
/** Beyond these the oldest goes: a client that asks for addresses in a loop must not fill the memory. */
const MAX_CODES = 16;
const MAX_GRANTS = 64;

/** One browser's right to connect. */
export type Grant = { readonly token: string };

type Code = { readonly code: string; readonly expiresAtMs: number };

export class BrowserAccess {
  readonly #now: () => number;
  readonly #onRevoke = new Emitter<Grant>();
  /** A grant has ended: whoever was let in by it must go. */
  readonly onRevoke = this.#onRevoke.event;
  #codes: Code[] = [];
  #grants: Grant[] = [];

  /** `now` is a clock that never jumps; expiry must not depend on the time of day. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  newCode(): { code: string; expiresInMs: number } {
    const code = createToken().slice(0, CODE_CHARACTERS);
    this.#codes.push({ code, expiresAtMs: this.#now() + CODE_LIFETIME_MS });
    this.#codes = this.#codes.slice(-MAX_CODES);
    return { code, expiresInMs: CODE_LIFETIME_MS };
  }

  /** Uses a code up and answers with a token, or with nothing for a code that is unknown, used or too old. */
  redeem(code: string): string | undefined {
    const known = this.#codes.find((entry) => tokensEqual(code, entry.code));
    if (!known) return undefined;
    this.#codes = this.#codes.filter((entry) => entry !== known);
    if (this.#now() >= known.expiresAtMs) return undefined;
    const token = createToken();
    this.#grants.push({ token });
    const [oldest] = this.#grants;
    if (this.#grants.length > MAX_GRANTS && oldest) this.#revoke(oldest);
    return token;
  }

  /** Whose token this is. */
  grantOf(token: string): Grant | undefined {
    return this.#grants.find((grant) => tokensEqual(token, grant.token));
  }

  /** Takes back every code and every token. */
  revokeAll(): void {
    this.#codes = [];
    for (const grant of [...this.#grants]) this.#revoke(grant);
  }

  #revoke(grant: Grant): void {
    this.#grants = this.#grants.filter((entry) => entry !== grant);
    this.#onRevoke.fire(grant);
  }
}
