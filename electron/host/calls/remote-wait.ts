/** The host's half of a wait on a screen: what is new since its baseline can be asked once. */
import type { WaitOutcome } from "../../../shared/protocol.ts";
import type { ScreenWaitOptions } from "../../screens/screen-types.ts";
import type { Session } from "../../sessions/session.ts";

/** The longest result unless more is asked for; the lines before it are counted, not sent. */
const MAX_LINES = 100;

let nextWaitId = 1;

export class RemoteWait {
  readonly id = nextWaitId++;
  /** The match, if there is one at once. Rejects when the screen is lost. */
  readonly begun: Promise<{ match?: string }>;
  readonly #session: Session;
  readonly #reader: string;

  constructor(session: Session, options: ScreenWaitOptions) {
    this.#session = session;
    this.#reader = options.reader;
    session.flush();
    this.begun = session.screen.ask("beginWait", { wait: this.id, ...options });
    // Whoever wants to know asks; a lost screen has nothing new to tell, that is all.
    this.begun.catch(() => {});
  }

  /** What is new since, and since the baselines it follows. `told`: to its reader, whose next wait counts from here. */
  async end(options: {
    told: boolean;
    maxLines?: number | undefined;
    submitted?: string | undefined;
  }): Promise<Omit<WaitOutcome, "ended">> {
    this.#session.flush();
    const { told, maxLines = MAX_LINES, submitted } = options;
    const params = {
      wait: this.id,
      maxLines,
      ...(told && { reader: this.#reader }),
      ...(submitted !== undefined && { submitted }),
    };
    try {
      const { unsent, ...news } = await this.#session.screen.ask("endWait", params);
      return { ...news, ...(unsent && { unsent }) };
    } catch {
      return { text: "", omittedLines: 0, offset: this.#session.offset };
    }
  }

  /** Forgets it: the input could not be written. */
  abandon(): void {
    void this.end({ told: false });
  }
}
