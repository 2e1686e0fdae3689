/** Where a link that a program shows really leads. A program may make any link look like another. */

/** A longer link is refused. */
const MAX_URL = 2048;

/** The address of a link, and its host in ASCII. */
export type Destination = { readonly host: string; readonly href: string };

/**
 * Where a link leads. Undefined for a link that must not be opened:
 * - it is not a web link
 * - it has a user name or a password before the host
 * - it contains control characters, spaces or backslashes
 *
 * Such links are often made to be misread.
 */
export function destinationOf(link: string): Destination | undefined {
  if (link.length > MAX_URL || /[\p{C}\p{Z}\\]/u.test(link) || !/^https?:\/\//i.test(link) || !URL.canParse(link))
    return undefined;
  const { protocol, host, href, username, password } = new URL(link);
  if ((protocol !== "https:" && protocol !== "http:") || username !== "" || password !== "" || host === "") return undefined;
  // URL has made both ASCII: letters of other scripts have become punycode.
  return href.length > MAX_URL ? undefined : { host, href };
}
