/** A person's terminal, for commands that need one. */
import headless from "@xterm/headless";
import { type IPty, spawn } from "node-pty";
import { until } from "./until.ts";

export class PtyTerminal implements Disposable {
  readonly pty: IPty;
  /** Everything that was written to the terminal. */
  output = "";
  readonly #screen: InstanceType<typeof headless.Terminal>;
  readonly exited: Promise<number>;

  constructor(command: string, args: string[], options: { env: Record<string, string>; cols?: number; rows?: number }) {
    const { env, cols = 80, rows = 24 } = options;
    this.#screen = new headless.Terminal({ cols, rows, allowProposedApi: true });
    this.pty = spawn(command, args, { env, cols, rows, name: "xterm-256color" });
    this.pty.onData((text) => {
      this.output += text;
      this.#screen.write(text);
    });
    // A real terminal answers what it is asked; this one does, too.
    this.#screen.onData((reply) => this.pty.write(reply));
    this.exited = new Promise((resolve) => this.pty.onExit(({ exitCode }) => resolve(exitCode)));
  }

  /** The visible rows. */
  get text(): string {
    const { active } = this.#screen.buffer;
    const rows = Array.from(
      { length: this.#screen.rows },
      (_, y) => active.getLine(active.viewportY + y)?.translateToString(true) ?? "",
    );
    return rows.join("\n").trimEnd();
  }

  /** Rows and what has scrolled off them. */
  get history(): string {
    const { normal } = this.#screen.buffer;
    return Array.from({ length: normal.length }, (_, y) => normal.getLine(y)?.translateToString(true) ?? "").join("\n");
  }

  get modes() {
    return { ...this.#screen.modes, isAlternate: this.#screen.buffer.active.type === "alternate" };
  }

  type(text: string): void {
    this.pty.write(text);
  }

  shows(pattern: RegExp): Promise<true> {
    return until(
      () => `${pattern} on the screen, which shows:\n${this.text}`,
      () => pattern.test(this.text),
    );
  }

  resize(cols: number, rows: number): void {
    this.#screen.resize(cols, rows);
    this.pty.resize(cols, rows);
  }

  [Symbol.dispose](): void {
    this.pty.kill("SIGKILL");
    this.#screen.dispose();
  }
}
