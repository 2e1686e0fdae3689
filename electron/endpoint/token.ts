/** Creates and compares tokens. */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** A new token: 32 random bytes as base64url, which needs no quoting anywhere. */
export function createToken(): string {
  return randomBytes(32).toString("base64url");
}

/**
 * Whether two tokens are equal. Compares their hashes, so that the time it takes
 * tells nothing about a token's content or length.
 */
export function tokensEqual(given: string, expected: string): boolean {
  return timingSafeEqual(hashToken(given), hashToken(expected));
}

/** The SHA-256 hash of a token. */
export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
