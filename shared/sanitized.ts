/** Text for people to read, from programs, agents and files, which may want to mislead them. */

/** Without control characters, and without those that hide text or reverse it. */
export function sanitized(text: string): string {
  return text.replace(/\p{C}/gu, "");
}
