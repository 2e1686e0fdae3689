/**
 * The window's live terminals: few, because each parses and draws everything.
 * One that leaves the page is disposed, never hidden: a hidden terminal of
 * xterm 6.0.0 goes on rendering every scroll (xterm.js 5c2b19f2c fixes it).
 */
import type { SessionId } from "../../shared/protocol.ts";
import type { CurrentHost } from "../connection/current-host.ts";
import type { ThemeName } from "../theme/tokens.ts";
import { LiveTerminal, type TerminalHandlers } from "./live-terminal.ts";

/** As many as a split shows side by side. */
const MAX_LIVE = 4;

export class TerminalPool {
  readonly #host: CurrentHost;
  /** In the order they were opened. */
  readonly #live = new Map<SessionId, LiveTerminal>();

  constructor(host: CurrentHost) {
    this.#host = host;
  }

  open(options: { id: SessionId; container: HTMLElement; theme: ThemeName; handlers: TerminalHandlers }): LiveTerminal {
    this.close(options.id);
    const [oldest] = this.#live.keys();
    if (this.#live.size >= MAX_LIVE && oldest !== undefined) this.close(oldest);
    const terminal = new LiveTerminal({ ...options, host: this.#host });
    this.#live.set(options.id, terminal);
    return terminal;
  }

  close(id: SessionId): void {
    this.#live.get(id)?.[Symbol.dispose]();
    this.#live.delete(id);
  }

  get(id: SessionId): LiveTerminal | undefined {
    return this.#live.get(id);
  }
}
