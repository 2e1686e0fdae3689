/** The host's token: made anew by each host, compared in constant time. */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** 32 random bytes, in characters that need no quoting anywhere. */
export function createToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Whether two tokens are the same. Hashed first, so that neither content nor length shows in the time it takes. */
export function tokensEqual(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
