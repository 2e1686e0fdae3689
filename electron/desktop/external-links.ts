/**
 * Opens links in the user's browser. A program may print any link and make it
 * look like another. So only web links are opened, and only after the user has
 * seen the real address.
 */
import type { MessageBoxOptions, MessageBoxReturnValue } from "electron";
import { messageOf } from "../../shared/errors.ts";
import { type Destination, destinationOf } from "../../shared/link-destination.ts";

/** The pause between two questions, so that a program cannot ask again and again. */
const PAUSE_MS = 500;

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

  /** Asks the user and opens the link if the answer is yes. Ignores further links while a question is open. */
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
