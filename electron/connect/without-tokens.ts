/** Takes tokens out of what is shown of a configuration: people share their screens, and agents read what a command prints. */

/** A token in a header, as entries hold it, and one of Cotty's wherever it stands. */
const TOKENS = /(Bearer )[\w.~+/-]+=*|\b(cotty_)[\w-]{40,}/gi;

/** The text with dots in place of each token. */
export function withoutTokens(text: string): string {
  return text.replaceAll(TOKENS, (_, bearer: string | undefined, prefix: string | undefined) => `${bearer ?? prefix ?? ""}•••`);
}
