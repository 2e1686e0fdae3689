/**
 * The links (OSC 8) that a terminal keeps: the latest ones, up to a number and a
 * length. xterm keeps a marker for each line of each link, without a limit. Every
 * line that leaves the scrollback then moves all of them, and a line feed inside a
 * link looks through the link's own. So a few links made each further line slow.
 * Here a link has no markers: it goes when enough newer ones have come.
 */
import type { GuardedCore, KeptLink, LinkData } from "./terminal-internals.ts";

/** Older links are shown as text. A screen and its scrollback hardly show as many. */
const MAX_LINKS = 10_000;
/** No address that a person would open is longer. */
const MAX_LINK_LENGTH = 4096;
/** Characters of all addresses together. */
const MAX_LENGTH = 2 * 1024 * 1024;

type OwnLink = KeptLink & { readonly key: string | undefined; readonly length: number };

/** Takes the place of xterm's own links. Call it before the terminal has any. */
export function limitLinks({ _oscLinkService: service }: GuardedCore): void {
  const links = service._dataByLinkId as Map<number, OwnLink>;
  /** Parts of one link have an id and an address in common. */
  const numbers = new Map<string, number>();
  let last = 0;
  let total = 0;

  const dropOld = (): void => {
    for (const [number, { key, length }] of links) {
      if (links.size <= MAX_LINKS && total <= MAX_LENGTH) return;
      links.delete(number);
      if (key !== undefined) numbers.delete(key);
      total -= length;
    }
  };

  service.registerLink = (data: LinkData) => {
    const length = data.uri.length + (data.id?.length ?? 0);
    // 0 is no link.
    if (length > MAX_LINK_LENGTH) return 0;
    const key = data.id === undefined ? undefined : `${data.id};${data.uri}`;
    const known = key === undefined ? undefined : numbers.get(key);
    if (known !== undefined) return known;
    links.set(++last, { data, key, length });
    if (key !== undefined) numbers.set(key, last);
    total += length;
    dropOld();
    return last;
  };
  service.addLineToLink = () => {};
}
