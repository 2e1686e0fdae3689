/**
 * Notifications: what a program asks its terminal to tell a person. There are
 * three forms of them:
 * - `OSC 9 ; text`, iTerm2's. ConEmu's sequences begin with a number (`OSC 9 ; 4 ;` is progress) and are none.
 * - `OSC 777 ; notify ; title ; text`, rxvt's.
 * - `OSC 99 ; options ; text`, kitty's. Text may come in several pieces (`d=0`), and encoded in Base64 (`e=1`).
 *
 * Any program may print them, so they inform, no more.
 */
import type { Terminal } from "@xterm/headless";
import { sanitized } from "../../../shared/sanitized.ts";
import type { ScreenState } from "../screen-types.ts";

/** As much of a notification as is kept. A program may print megabytes. */
const MAX_LENGTH = 200;

export class ProgramNotifications {
  #count = 0;
  #text = "";
  /** The pieces of a notification that has not ended. */
  #pending = "";

  constructor(terminal: Terminal) {
    const { parser } = terminal;
    parser.registerOscHandler(9, (text) => {
      if (/^\d+(?:;|$)/.test(text)) return false;
      this.#add(text);
      return true;
    });
    parser.registerOscHandler(777, (text) => {
      const [, kind = "", rest = ""] = /^([^;]*);([\s\S]*)$/.exec(text) ?? [];
      if (kind === "notify") this.#add(rest.replace(";", ": "));
      return true;
    });
    parser.registerOscHandler(99, (text) => {
      this.#handleKitty(text);
      return true;
    });
  }

  get state(): Pick<ScreenState, "notifications" | "notification"> {
    return { notifications: this.#count, notification: this.#text };
  }

  #handleKitty(text: string): void {
    const [, options = "", payload = ""] = /^([^;]*);([\s\S]*)$/.exec(text) ?? [];
    const option = (name: string): string | undefined =>
      options
        .split(":")
        .find((each) => each.startsWith(`${name}=`))
        ?.slice(2);
    // Icons, buttons and questions about what the terminal supports.
    if (!["title", "body"].includes(option("p") ?? "title")) return;
    const piece = option("e") === "1" ? decoded(payload) : payload;
    if (this.#pending.length < MAX_LENGTH) this.#pending += this.#pending === "" ? piece : ` ${piece}`;
    if (option("d") === "0") return;
    this.#add(this.#pending);
    this.#pending = "";
  }

  #add(text: string): void {
    // Of a text of megabytes, not all of it is looked at.
    const shown = sanitized(text.slice(0, 16 * MAX_LENGTH)).trim();
    if (shown === "") return;
    this.#count++;
    this.#text = [...shown].slice(0, MAX_LENGTH).join("");
  }
}

function decoded(base64: string): string {
  return Buffer.from(base64.slice(0, 16 * MAX_LENGTH), "base64").toString("utf8");
}
