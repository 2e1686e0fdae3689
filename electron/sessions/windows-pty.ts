/**
 * A pseudo-terminal of Windows (ConPTY). It has none of the faults that pty.ts
 * cures; what it lacks are descriptors and signals. Never run on a real Windows
 * by us; see docs/desktop.md.
 */
import { StringDecoder } from "node:string_decoder";
import { Emitter } from "../../shared/emitter.ts";
import { DisposableStore } from "../../shared/lifecycle.ts";
import type { ExitStatus, Size } from "../../shared/protocol.ts";
import type { Pty } from "./pty.ts";

/** The part of node-pty's terminal that is used. */
export type WindowsTerminal = {
  readonly pid: number;
  onData(listener: (data: string) => void): unknown;
  onExit(listener: (exit: { exitCode: number }) => void): unknown;
  write(text: string): void;
  resize(cols: number, rows: number): void;
  pause(): void;
  resume(): void;
  kill(): void;
};

export class WindowsPty implements Pty {
  readonly #store = new DisposableStore();
  readonly #onData = this.#store.add(new Emitter<Buffer>());
  readonly onData = this.#onData.event;
  readonly #onExit = this.#store.add(new Emitter<ExitStatus>());
  readonly onExit = this.#onExit.event;
  readonly #terminal: WindowsTerminal;
  /** Input arrives in pieces that may end inside a character, and leaves as text. */
  readonly #decoder = new StringDecoder("utf8");
  #open = true;
  /** The event loop has had a turn since a drain asked for it, and nothing was typed and nothing has come since. */
  #isTurnOver = false;
  #turn: NodeJS.Immediate | undefined;

  constructor(terminal: WindowsTerminal) {
    this.#terminal = terminal;
    // Text whatever was asked for; bytes only where this is tried on another system.
    terminal.onData((data: string | Buffer) => {
      this.#forgetTurn();
      this.#onData.fire(typeof data === "string" ? Buffer.from(data) : data);
    });
    terminal.onExit(({ exitCode }) => {
      this.#open = false;
      this.#onExit.fire({ code: exitCode });
    });
  }

  get pid(): number {
    return this.#terminal.pid;
  }

  write(bytes: Uint8Array): number {
    // The program's answer comes in another turn.
    this.#forgetTurn();
    const text = this.#decoder.write(Buffer.from(bytes));
    if (this.#open && text !== "") this.#terminal.write(text);
    return bytes.length;
  }

  expectEcho(): void {
    // Output is read as it comes anyway.
  }

  resize({ cols, rows }: Size): void {
    if (this.#open) this.#terminal.resize(cols, rows);
  }

  modes(): Promise<undefined> {
    return Promise.resolve(undefined); // ConPTY does not say.
  }

  read(): void {
    // ConPTY's pipe is read as it comes.
  }

  /** ConPTY's pipe is read by the event loop alone. What came before a turn of that has been read after it. */
  drain(): boolean {
    const isAll = this.#isTurnOver;
    this.#isTurnOver = false;
    if (!isAll) this.#turn ??= setImmediate(() => (this.#isTurnOver = true));
    else this.#turn = undefined;
    return isAll;
  }

  #forgetTurn(): void {
    clearImmediate(this.#turn);
    this.#turn = undefined;
    this.#isTurnOver = false;
  }

  pause(): void {
    this.#terminal.pause();
  }

  resume(): void {
    this.#terminal.resume();
  }

  [Symbol.dispose](): void {
    if (this.#open) this.#terminal.kill();
    this.#open = false;
    this.#store[Symbol.dispose]();
  }
}
