/** Shorter parts of a string are copies already (`SlicedString::kMinLength` in V8). */
const SHORTEST_REFERENCE = 13;

/**
 * The same text in memory of its own. A longer part of a string is a reference to the whole in V8, so whoever keeps the last
 * few characters of some output keeps all of it. Takes time in proportion to the length, and is exact: lone surrogates stay.
 */
export function ownCopy(text: string): string {
  return text.length < SHORTEST_REFERENCE ? text : (JSON.parse(JSON.stringify(text)) as string);
}
