/**
 * The live terminal of the window: that of the open session. One that leaves
 * the page is disposed of, never hidden: a hidden terminal of xterm 6.0.0 goes
 * on rendering every scroll (xterm.js 5c2b19f2c fixes it).
 */
import type { SessionId } from "../../shared/protocol.ts";
import type { CurrentHost } from "../connection/current-host.ts";
import type { ThemeName } from "../theme/tokens.ts";
import type { TextSize } from "./fit-font.ts";
import { LiveTerminal, type TerminalHandlers } from "./live-terminal.ts";
import type { FollowedSession } from "./output-follower.ts";
import type { TerminalView } from "./terminal-view.ts";
import { XtermView } from "./xterm-view.ts";

type OpenOptions = {
  readonly session: FollowedSession;
  readonly container: HTMLElement;
  readonly theme: ThemeName;
  readonly textSize: TextSize;
  readonly handlers: TerminalHandlers;
};

export class CurrentTerminal {
  readonly #host: CurrentHost;
  #open: { readonly id: SessionId; readonly terminal: LiveTerminal } | undefined;

  constructor(host: CurrentHost) {
    this.#host = host;
  }

  /** Opens the terminal of a session in `container`, in place of the one before. */
  open({ session, container, theme, textSize, handlers }: OpenOptions): void {
    this.#open?.terminal[Symbol.dispose]();
    const view = new XtermView({ container, theme, textSize, ...handlers });
    this.#open = { id: session.id, terminal: new LiveTerminal({ session, host: this.#host, view, handlers }) };
  }

  /** Closes the terminal of a session, if that is the open one. */
  close(id: SessionId): void {
    if (this.#open?.id !== id) return;
    this.#open.terminal[Symbol.dispose]();
    this.#open = undefined;
  }

  /** The terminal of a session, if that is the open one. */
  of(id: SessionId): TerminalView | undefined {
    return this.#open?.id === id ? this.#open.terminal.view : undefined;
  }
}
