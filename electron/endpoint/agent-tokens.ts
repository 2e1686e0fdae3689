/**
 * The tokens of the agents that connect over HTTP. Each token has a name and a
 * tier. Only its hash is kept. Only the host reads and writes the file. While the
 * file is damaged, no token is valid and the file is not overwritten.
 */
import { timingSafeEqual } from "node:crypto";
import { Emitter } from "../../shared/emitter.ts";
import { HostError, messageOf } from "../../shared/errors.ts";
import { isRecord } from "../../shared/json.ts";
import type { TokenInfo } from "../../shared/protocol.ts";
import { TOKEN_TIERS } from "../../shared/token-tiers.ts";
import { writeJson } from "../platform/json-file.ts";
import { readOwnFile } from "./run-directory.ts";
import { createToken, hashToken } from "./token.ts";

/** A token's SHA-256 hash as the file holds it: base64url without padding. */
const HASH = /^[\w-]{43}$/;
/** People, and programs that look for leaked secrets, recognize a token by it. */
const PREFIX = "cotty_";

type StoredToken = TokenInfo & { readonly sha256: string };

export class AgentTokens {
  readonly #path: string;
  readonly #onRevoke = new Emitter<TokenInfo>();
  /** Fires when a token is revoked. Connections that it opened must close. */
  readonly onRevoke = this.#onRevoke.event;
  #tokens: readonly StoredToken[] = [];
  /** Why the file cannot be used. */
  #fault: string | undefined;

  /** Reads the file. Calls `warn` when the file cannot be used. */
  constructor(path: string, warn: (message: string) => void) {
    this.#path = path;
    try {
      this.#tokens = parse(readOwnFile(path));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
      this.#fault = `The agents' tokens in ${path} cannot be used: ${messageOf(error)}. Repair or remove the file, then restart the host`;
      warn(this.#fault);
    }
  }

  /** The name and tier of a token. Undefined for a wrong token. A wrong token takes as long as a right one. */
  find(token: string): TokenInfo | undefined {
    const hash = hashToken(token);
    let found: StoredToken | undefined;
    for (const stored of this.#tokens) if (timingSafeEqual(hash, Buffer.from(stored.sha256, "base64url"))) found = stored;
    return found && publicPart(found);
  }

  /** Creates a token. The answer is the only time that the token itself is known. Throws `bad-request` for a bad or used name. */
  create(name: string, tier: TokenInfo["tier"]): TokenInfo & { token: string } {
    if (/\p{C}/u.test(name)) throw new HostError("bad-request", "The name contains control characters");
    if (this.#tokens.some((stored) => stored.name === name)) {
      throw new HostError("bad-request", `There is already a token called '${name}'. Revoke it first, or choose another name`);
    }
    const token = `${PREFIX}${createToken()}`;
    const stored: StoredToken = { name, tier, createdAtMs: Date.now(), sha256: hashToken(token).toString("base64url") };
    this.#save([...this.#tokens, stored]);
    return { ...publicPart(stored), token };
  }

  list(): TokenInfo[] {
    return this.#tokens.map(publicPart);
  }

  /** Ends the validity of a token. Throws `bad-request` when no token has this name. */
  revoke(name: string): void {
    const revoked = this.#tokens.find((stored) => stored.name === name);
    if (!revoked) {
      const names = this.#tokens.map((stored) => stored.name).join(", ");
      throw new HostError(
        "bad-request",
        `There is no token called '${name}'. ${names ? `Tokens: ${names}` : "There are no tokens"}`,
      );
    }
    this.#save(this.#tokens.filter((stored) => stored !== revoked));
    this.#onRevoke.fire(publicPart(revoked));
  }

  #save(tokens: readonly StoredToken[]): void {
    if (this.#fault !== undefined) throw new HostError("internal", this.#fault);
    writeJson(this.#path, { tokens });
    this.#tokens = tokens;
  }
}

function publicPart({ name, tier, createdAtMs }: StoredToken): TokenInfo {
  return { name, tier, createdAtMs };
}

function parse(text: string): StoredToken[] {
  const { tokens } = JSON.parse(text) as { tokens?: unknown };
  if (!Array.isArray(tokens) || !tokens.every(isStoredToken)) throw new Error("it is not a list of tokens");
  return tokens;
}

function isStoredToken(value: unknown): value is StoredToken {
  if (!isRecord(value)) return false;
  const { name, tier, createdAtMs, sha256 } = value;
  const isTier = TOKEN_TIERS.some((candidate) => candidate === tier);
  return typeof name === "string" && isTier && typeof createdAtMs === "number" && typeof sha256 === "string" && HASH.test(sha256);
}
