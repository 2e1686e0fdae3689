/** The host's half of a wait on a screen. What is new since its baseline can be asked for once. */
import type { WaitOutcome } from "../../../shared/protocol.ts";
import type { ScreenWaitOptions } from "../../screens/screen-types.ts";
import { textLimit } from "./answer-size.ts";
import type { CalledSession } from "./called-session.ts";

let nextWaitId = 1;

export class RemoteWait {
  readonly id = nextWaitId++;
  /** Resolves when the wait has begun, with the match if there is one already. Rejects when the screen is lost. */
  readonly begun: Promise<{ match?: string }>;
  readonly #session: CalledSession;
  readonly #reader: string;

  constructor(session: CalledSession, options: ScreenWaitOptions) {
    this.#session = session;
    this.#reader = options.reader;
    // What was printed before is no news of it.
    session.drain();
    this.begun = session.screen.ask("beginWait", { wait: this.id, ...options });
    // A lost screen is no fault here: it only has nothing new.
    this.begun.catch(() => {});
  }

  /** What is new since its baseline, and since those of the waits it follows. `isRead`: its reader gets it, and the reader's next wait counts from here. */
  async end(options: {
    isRead: boolean;
    /** How much of it is wanted: the last lines, or the first. */
    maxLines?: number | undefined;
    firstLines?: number | undefined;
    submitted?: string | undefined;
    /** Its time is up. Output that takes the screen longer than a second to parse is then left to the reader's next wait. */
    isOver?: boolean;
  }): Promise<Omit<WaitOutcome, "ended">> {
    this.#session.flush();
    const { isRead, submitted, isOver } = options;
    const params = {
      wait: this.id,
      limit: textLimit(options),
      ...(isRead && { reader: this.#reader }),
      ...(submitted !== undefined && { submitted }),
      ...(isOver && { isOver }),
    };
    try {
      const { unsent, ...news } = await this.#session.screen.ask("endWait", params);
      return { ...news, ...(unsent && { unsent }) };
    } catch {
      return { text: "", omittedLines: 0, offset: this.#session.offset };
    }
  }

  /** What `stopOn` has matched so far; undefined when it has not. */
  async stopped(): Promise<string | undefined> {
    this.#session.flush();
    return this.#session.screen.ask("stopped", { wait: this.id }).then(
      ({ match }) => match,
      () => undefined,
    );
  }

  /** Whether what was submitted in this step still stands in the program's input field. */
  async isUnsent(submitted: string): Promise<boolean> {
    this.#session.flush();
    return this.#session.screen.ask("isUnsent", { wait: this.id, submitted }).then(
      ({ isUnsent }) => isUnsent,
      () => false,
    );
  }

  /** Resolves when all output so far has been searched: a match in it has been told by then. */
  async searched(): Promise<void> {
    await this.stopped();
  }

  /** Ends it unread: the input could not be written. */
  abandon(): void {
    void this.end({ isRead: false });
  }
}
