/** What a program tells its terminal apart from its text: a title, bells, progress and notifications. */
import type { Terminal } from "@xterm/headless";
import type { Progress } from "../../../shared/protocol.ts";
import { sanitized } from "../../../shared/sanitized.ts";
import type { ScreenState } from "../screen-types.ts";
import { internalsOf } from "./emulator-internals.ts";
import { ProgramNotifications } from "./program-notifications.ts";
import { progressAfter } from "./terminal-progress.ts";

const MAX_TITLE_LENGTH = 256;

export class ProgramSignals {
  readonly #notifications: ProgramNotifications;
  #title = "";
  #bells = 0;
  #progress: Progress | undefined;

  constructor(terminal: Terminal) {
    terminal.onTitleChange((title) => (this.#title = shownTitle(title)));
    terminal.onBell(() => this.#bells++);
    this.#notifications = new ProgramNotifications(terminal);
    terminal.parser.registerOscHandler(9, (content) => {
      this.#progress = progressAfter(this.#progress, content);
      return false;
    });
    internalsOf(terminal)._inputHandler.onRequestReset(() => (this.#progress = undefined));
  }

  get title(): string {
    return this.#title;
  }

  get state(): Pick<ScreenState, "title" | "bells" | "progress" | "notifications" | "notification"> {
    return {
      title: this.#title,
      bells: this.#bells,
      ...this.#notifications.state,
      ...(this.#progress && { progress: this.#progress }),
    };
  }
}

function shownTitle(title: string): string {
  // Of a title of megabytes, not all of it is looked at.
  const start = sanitized(title.slice(0, 16 * MAX_TITLE_LENGTH));
  return [...start].slice(0, MAX_TITLE_LENGTH).join("");
}
