/**
 * Links through which a browser watches one session and does nothing else. A link expires, can be revoked, and ends
 * with the host. Links are kept only in memory, as hashes.
 */
import { randomUUID, timingSafeEqual } from "node:crypto";
import { Emitter } from "../../shared/emitter.ts";
import { HostError } from "../../shared/errors.ts";
import { createToken, hashToken } from "./token.ts";

/** More would be no list that a person keeps an eye on. */
const MAX_LINKS = 100;

export type ShareLink = {
  /** Names the link; not a secret. */
  readonly id: string;
  /** The id of the session that it shows. */
  readonly session: string;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
};

type StoredLink = ShareLink & { readonly hash: Buffer; readonly timer: NodeJS.Timeout };

export class ShareLinks implements Disposable {
  readonly #links = new Map<string, StoredLink>();
  readonly #onEnded = new Emitter<ShareLink>();
  /** A link has expired or was revoked. Connections that it opened must close. */
  readonly onEnded = this.#onEnded.event;

  /** Makes a link. Only this answer ever has the token. Throws `bad-request` when there are too many links. */
  create(session: string, lifetimeMs: number): { link: ShareLink; token: string } {
    if (this.#links.size >= MAX_LINKS) {
      throw new HostError("bad-request", `There are ${MAX_LINKS} share links already; revoke some first`);
    }
    const token = createToken();
    const id = randomUUID();
    const createdAtMs = Date.now();
    // A timer and not the time of day decides: setting the clock must not lengthen a link's life.
    const timer = setTimeout(() => this.revoke(id), lifetimeMs).unref();
    const link = { id, session, createdAtMs, expiresAtMs: createdAtMs + lifetimeMs };
    this.#links.set(id, { ...link, hash: hashToken(token), timer });
    return { link, token };
  }

  /** The link with this token. Undefined when there is none any more. A wrong token takes as long as a right one. */
  find(token: string): ShareLink | undefined {
    const hash = hashToken(token);
    let found: ShareLink | undefined;
    for (const stored of this.#links.values()) if (timingSafeEqual(stored.hash, hash)) found = publicPart(stored);
    return found;
  }

  get all(): ShareLink[] {
    return [...this.#links.values()].map(publicPart);
  }

  /** Ends a link. Returns whether there was one. */
  revoke(id: string): boolean {
    const stored = this.#links.get(id);
    if (!stored) return false;
    clearTimeout(stored.timer);
    this.#links.delete(id);
    this.#onEnded.fire(publicPart(stored));
    return true;
  }

  /** Ends the links to a session. */
  revokeSession(session: string): void {
    for (const link of this.all) if (link.session === session) this.revoke(link.id);
  }

  [Symbol.dispose](): void {
    for (const { timer } of this.#links.values()) clearTimeout(timer);
    this.#links.clear();
    this.#onEnded[Symbol.dispose]();
  }
}

function publicPart({ id, session, createdAtMs, expiresAtMs }: StoredLink): ShareLink {
  return { id, session, createdAtMs, expiresAtMs };
}
