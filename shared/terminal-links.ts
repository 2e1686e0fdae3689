/**
 * The links (OSC 8) that a terminal keeps: the latest ones, up to a number and a
 * length. xterm keeps a marker for each line of each link, without a limit. Every
 * line that leaves the scrollback then moves all of them, and a line feed inside a
 * link looks through the link's own. So a few links made each further line slow.
 * Here a link has no markers: it goes when enough newer ones have come.
 */
import type { GuardedCore, KeptLink, LinkData } from "./terminal-internals.ts";

/** Older links are shown as text. A screen and its scrollback hardly show as many. */
const MAX_LINKS = 5000;
/** No address that a person would open is longer. */
const MAX_LINK_LENGTH = 4096;
/** Characters of all addresses together. */
const MAX_LENGTH = 2 * 1024 * 1024;

/** One object, which xterm takes for both: hosts keep these for every screen. */
class OwnLink implements KeptLink {
  readonly id: string | undefined;
  readonly uri: string;

  constructor({ id, uri }: LinkData) {
    this.id = id;
    this.uri = uri;
  }

  get data(): LinkData {
    return this as LinkData;
  }

  get length(): number {
    return this.uri.length + (this.id?.length ?? 0);
  }
}

/** Takes the place of xterm's own links. Call it before the terminal has any. */
export function limitLinks({ _oscLinkService: service }: GuardedCore): void {
  const links = service._dataByLinkId as Map<number, OwnLink>;
  /** Parts of one link have an id and an address in common. Here is the latest link of each id. */
  const numbers = new Map<string, number>();
  let oldest = 1;
  let last = 0;
  let total = 0;

  // By their numbers: a map that loses its first entries passes all their places to find the next one.
  const dropOld = (): void => {
    for (; oldest <= last && (links.size > MAX_LINKS || total > MAX_LENGTH); oldest++) {
      const link = links.get(oldest);
      if (!link) continue;
      links.delete(oldest);
      if (link.id !== undefined && numbers.get(link.id) === oldest) numbers.delete(link.id);
      total -= link.length;
    }
  };

  service.registerLink = (data: LinkData) => {
    const link = new OwnLink(data);
    // 0 is no link.
    if (link.length > MAX_LINK_LENGTH) return 0;
    const known = link.id === undefined ? undefined : numbers.get(link.id);
    if (known !== undefined && links.get(known)?.uri === link.uri) return known;
    links.set(++last, link);
    if (link.id !== undefined) numbers.set(link.id, last);
    total += link.length;
    dropOld();
    return last;
  };
  service.addLineToLink = () => {};
}

/** For a terminal whose text alone is read: it takes links as text. Call it after `limitLinks`. */
export function ignoreLinks({ _oscLinkService: service }: GuardedCore): void {
  // 0 is no link.
  service.registerLink = () => 0;
}
