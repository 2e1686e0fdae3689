/**
 * Links out of the app. A program may print any link, and dress it as another:
 * only the web is reached, and only after a person has seen where it goes.
 */
import type { MessageBoxOptions, MessageBoxReturnValue } from "electron";
import { messageOf } from "../../shared/errors.ts";

/** No link a person means to follow is longer. */
const MAX_URL = 2048;
/** A page that asks again and again is not a person. */
const PAUSE_MS = 500;

/** What is behind a link: its host as the network knows it, and the whole of it. */
export type Destination = { readonly host: string; readonly href: string };

/**
 * Where a link goes, or undefined for one that is not followed. Not the web, a
 * name and password before the host, anything that is not one visible line: such
 * links are made to be misread.
 */
export function destinationOf(link: string): Destination | undefined {
  if (link.length > MAX_URL || /[\p{C}\p{Z}\\]/u.test(link) || !/^https?:\/\//i.test(link) || !URL.canParse(link))
    return undefined;
  const { protocol, host, href, username, password } = new URL(link);
  if ((protocol !== "https:" && protocol !== "http:") || username !== "" || password !== "" || host === "") return undefined;
  // Both are ASCII by now: a letter of another script has become punycode.
  return href.length > MAX_URL ? undefined : { host, href };
}

export type ExternalLinksOptions = {
  readonly ask: (options: MessageBoxOptions) => Promise<MessageBoxReturnValue>;
  readonly open: (href: string) => Promise<void>;
  readonly log: { error(message: string): void };
};

export class ExternalLinks {
  readonly #options: ExternalLinksOptions;
  #asking = false;

  constructor(options: ExternalLinksOptions) {
    this.#options = options;
  }

  /** Asks, and opens the link if the answer is yes. While one question is open, others are dropped. */
  follow(link: string): void {
    const destination = destinationOf(link);
    if (!destination || this.#asking) return;
    this.#asking = true;
    this.#ask(destination)
      .catch((error: unknown) => this.#options.log.error(`A link was not opened: ${messageOf(error)}`))
      .finally(() => setTimeout(() => (this.#asking = false), PAUSE_MS));
  }

  async #ask({ host, href }: Destination): Promise<void> {
    const { response } = await this.#options.ask({
      type: "question",
      message: `Open ${host} in your browser?`,
      detail: `A program in a terminal shows this link:\n\n${href}`,
      buttons: ["Open", "Cancel"],
      defaultId: 1,
      cancelId: 1,
      noLink: true,
    });
    if (response === 0) await this.#options.open(href);
  }
}
