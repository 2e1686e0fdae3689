/** Text for people to read, from programs, agents and files, which may want to mislead them. */

/** Without control characters, and without those that hide text or reverse it. Lines become one. */
export function sanitized(text: string): string {
  return text.replace(/[\t-\r]+/g, " ").replace(/\p{C}/gu, "");
}
