/**
 * The agents' ways in over HTTP: one token each, made for a name and a tier.
 * Only a hash of it is kept. The file is read at the start and written by the
 * host alone; one that cannot be read lets nobody in, and is never overwritten.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import { mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { Emitter } from "../../shared/emitter.ts";
import { HostError, messageOf } from "../../shared/errors.ts";
import type { TokenInfo } from "../../shared/protocol.ts";
import { readOwnFile, writeOwnFile } from "./run-directory.ts";
import { createToken } from "./token.ts";

/** Of a token, base64url without padding: what its hash is kept as. */
const HASH = /^[\w-]{43}$/;
const TIERS = ["observe", "own", "all"] as const satisfies readonly TokenInfo["tier"][];
/** Found at a glance by people and by programs that look for leaked secrets. */
const PREFIX = "cotty_";

type Entry = TokenInfo & { readonly sha256: string };

export class AgentTokens {
  readonly #path: string;
  readonly #onRevoke = new Emitter<TokenInfo>();
  /** A token has ended: whoever was let in by it must go. */
  readonly onRevoke = this.#onRevoke.event;
  #entries: readonly Entry[] = [];
  #fault: string | undefined;

  /** `warn` is told when the file cannot be used. */
  constructor(path: string, warn: (message: string) => void) {
    this.#path = path;
    try {
      this.#entries = parse(readOwnFile(path));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
      this.#fault = `The agents' tokens in ${path} cannot be used: ${messageOf(error)}. Repair or remove the file, then restart the host`;
      warn(this.#fault);
    }
  }

  /** Whose token this is. Takes the same time for a wrong one as for the right one. */
  find(token: string): TokenInfo | undefined {
    const given = digest(token);
    let found: Entry | undefined;
    for (const entry of this.#entries) if (timingSafeEqual(given, Buffer.from(entry.sha256, "base64url"))) found = entry;
    return found && publicPart(found);
  }

  create(name: string, tier: TokenInfo["tier"]): TokenInfo & { token: string } {
    if (/\p{C}/u.test(name)) throw new HostError("bad-request", "The name contains control characters");
    if (this.#entries.some((entry) => entry.name === name)) {
      throw new HostError("bad-request", `There is a token called '${name}' already. Revoke it first, or choose another name`);
    }
    const token = `${PREFIX}${createToken()}`;
    const entry: Entry = { name, tier, createdAtMs: Date.now(), sha256: digest(token).toString("base64url") };
    this.#save([...this.#entries, entry]);
    return { ...publicPart(entry), token };
  }

  list(): TokenInfo[] {
    return this.#entries.map(publicPart);
  }

  revoke(name: string): void {
    const revoked = this.#entries.find((entry) => entry.name === name);
    if (!revoked) {
      const names = this.#entries.map((entry) => entry.name).join(", ");
      throw new HostError("bad-request", `There is no token called '${name}'. ${names ? `Tokens: ${names}` : "There are none"}`);
    }
    this.#save(this.#entries.filter((entry) => entry !== revoked));
    this.#onRevoke.fire(publicPart(revoked));
  }

  #save(entries: readonly Entry[]): void {
    if (this.#fault !== undefined) throw new HostError("internal", this.#fault);
    const next = `${this.#path}.new`;
    mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 });
    rmSync(next, { force: true });
    writeOwnFile(next, `${JSON.stringify({ tokens: entries }, null, 2)}\n`);
    renameSync(next, this.#path);
    this.#entries = entries;
  }
}

function publicPart({ name, tier, createdAtMs }: Entry): TokenInfo {
  return { name, tier, createdAtMs };
}

function digest(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

function parse(text: string): Entry[] {
  const { tokens } = JSON.parse(text) as { tokens?: unknown };
  if (!Array.isArray(tokens) || !tokens.every(isEntry)) throw new Error("it is not a list of tokens");
  return tokens;
}

function isEntry(value: unknown): value is Entry {
  if (typeof value !== "object" || value === null) return false;
  const { name, tier, createdAtMs, sha256 } = value as Record<string, unknown>;
  const isTier = TIERS.some((known) => known === tier);
  return typeof name === "string" && isTier && typeof createdAtMs === "number" && typeof sha256 === "string" && HASH.test(sha256);
}
