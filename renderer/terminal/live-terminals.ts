/**
 * The live terminals of the window: one for each pane. One that leaves the page
 * is disposed of, never hidden: a hidden terminal of xterm 6.0.0 goes on
 * rendering every scroll (xterm.js 5c2b19f2c fixes it).
 */
import type { Method, Params, Result, SessionId } from "../../shared/protocol.ts";
import type { CurrentHost } from "../connection/current-host.ts";
import { MAX_PANES } from "../state/panes.ts";
import type { TerminalTheme } from "../theme/terminal-theme.ts";
import type { TextSize } from "./fit-font.ts";
import { LiveTerminal, type TerminalHandlers } from "./live-terminal.ts";
import type { Line } from "./nearest-line.ts";
import type { FollowedSession } from "./output-follower.ts";
import type { TerminalView } from "./terminal-view.ts";
import { XtermView } from "./xterm-view.ts";

type OpenOptions = {
  readonly session: FollowedSession;
  readonly container: HTMLElement;
  readonly theme: TerminalTheme;
  readonly textSize: TextSize;
  readonly handlers: TerminalHandlers;
};

export class LiveTerminals {
  readonly #host: CurrentHost;
  readonly #open = new Map<SessionId, LiveTerminal>();

  constructor(host: CurrentHost) {
    this.#host = host;
  }

  /** Opens the terminal of a session in `container`. A terminal that the session has is closed before; so is the oldest one where there are too many. */
  open({ session, container, theme, textSize, handlers }: OpenOptions): void {
    this.close(session.id);
    const [oldest] = this.#open.keys();
    if (oldest !== undefined && this.#open.size >= MAX_PANES) this.close(oldest);
    const view = new XtermView({ container, theme, textSize, ...handlers });
    this.#open.set(session.id, new LiveTerminal({ session, host: this.#host, view, handlers }));
  }

  /** Closes the terminal of a session, if it has one. */
  close(id: SessionId): void {
    this.#open.get(id)?.[Symbol.dispose]();
    this.#open.delete(id);
  }

  /**
   * Scrolls a session's terminal to a line and selects it; older rows are fetched if it is among them. `refuse` is
   * called when the line is not shown: the terminal has it no more, or older rows could not be had.
   */
  showLine(id: SessionId, line: Line, refuse: (why: "missing" | "away") => void): void {
    const live = this.#open.get(id);
    const show = (isThere: boolean): void => {
      if (live?.view.showLine(line) !== true) refuse(isThere ? "missing" : "away");
    };
    if (live && line.fromEnd >= live.view.rowsAbove) live.fetchAll(show);
    else show(true);
  }

  /** Makes a request of the host about a session, after all that was typed into its terminal, if it has one. */
  request<M extends Method>(method: M, params: Params<M> & { readonly id: SessionId }): Promise<Result<M>> {
    const make = (): Promise<Result<M>> => this.#host.request(method, params);
    return this.#open.get(params.id)?.afterTyping(make) ?? make();
  }

  /** The terminal of a session, if it has one. */
  of(id: SessionId): TerminalView | undefined {
    return this.#open.get(id)?.view;
  }
}
