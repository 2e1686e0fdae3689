/**
 * One pseudo-terminal and the program in it. The only import of node-pty; the
 * private parts of it that are used here are listed in node-pty-internals.ts.
 *
 * node-pty loses output and burns CPU in three cases, and each has its cure here:
 * - A program that exits after a burst loses its tail on Linux: libuv takes
 *   POLLHUP for the end of file (microsoft/node-pty#72, #85, #726). We hold the
 *   far end open until the exit, read the rest ourselves, then report it.
 * - After an exit it waits 200 ms for the stream to close. We close it at once.
 * - Its `write` spins on EAGAIN while the program does not read. We write to
 *   the descriptor ourselves and say how much was taken.
 */
import { closeSync, constants, openSync, readSync, writeSync } from "node:fs";
import { constants as osConstants } from "node:os";
import { type IPty, type IPtyForkOptions, type IWindowsPtyForkOptions, spawn as spawnPty } from "node-pty";
import { Emitter, type Event } from "../../shared/emitter.ts";
import { HostError, messageOf } from "../../shared/errors.ts";
import { DisposableStore } from "../../shared/lifecycle.ts";
import type { ExitStatus, Size } from "../../shared/protocol.ts";
import { readTerminalModes, type TerminalModes } from "../platform/terminal-modes.ts";
import { withoutGaps } from "./descriptor-gaps.ts";
import type { FloodReader, FloodReading } from "./flood-reader.ts";
import { unixTerminal, type WithPrivateParts } from "./node-pty-internals.ts";
import { PtyReader } from "./pty-reader.ts";
import { ReadPace } from "./read-pace.ts";
import { WindowsPty } from "./windows-pty.ts";

export type SpawnOptions = {
  readonly file: string;
  /** A text is a Windows command line, to be passed on as it stands. */
  readonly args: readonly string[] | string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly size: Size;
};

export interface Pty extends Disposable {
  readonly pid: number;
  /** What the program prints. The bytes are overwritten after the call. */
  readonly onData: Event<Buffer>;
  /** Fires once, after the last `onData`. */
  readonly onExit: Event<ExitStatus>;
  /** Writes what the terminal takes without blocking; returns the bytes taken, 0 when it is full. */
  write(bytes: Uint8Array): number;
  /** Somebody has typed and waits to see it: for a while, output is read as it comes. */
  expectEcho(): void;
  resize(size: Size): void;
  /** How the terminal treats what is typed. Undefined where it cannot be asked. */
  modes(): Promise<TerminalModes | undefined>;
  /** Reads what has come, where it would be read a little later. */
  read(): void;
  /** Reads all that the program has printed up to now. False where more may be left, as while reading pauses. */
  drain(): boolean;
  /** Stops reading. Never for more than 100 ms: see flow-control.ts. */
  pause(): void;
  resume(): void;
}

/**
 * Read at most this much after the program's end: more than a pty (Linux: 640 KB) and the
 * ring of a thread hold together, and an end to what a background process goes on writing.
 */
const MAX_DRAIN_BYTES = 2 * 1024 * 1024;

export type SpawnPty = (options: SpawnOptions) => Pty;

/** Starts programs under new ptys; throws `start-failed`. Without `floods`, no other thread reads. */
export function ptyStarter(floods?: FloodReader): SpawnPty {
  return (options) => {
    try {
      return process.platform === "win32" ? new WindowsPty(nodePty(options)) : new UnixPty(options, floods);
    } catch (error) {
      throw new HostError("start-failed", `Could not start ${options.file}: ${messageOf(error)}`);
    }
  };
}

function nodePty(options: SpawnOptions): IPty {
  const { file, args } = options;
  return spawnPty(file, typeof args === "string" ? args : [...args], ptyOptions(options));
}

/** What node-pty is told of the terminal. Exported for the test of the platforms that it cannot run on. */
export function ptyOptions(
  { cwd, env, size }: Pick<SpawnOptions, "cwd" | "env" | "size">,
  platform: NodeJS.Platform = process.platform,
): IPtyForkOptions | IWindowsPtyForkOptions {
  const common = { cwd, env: { ...env }, cols: size.cols, rows: size.rows, name: "xterm-256color" };
  // As bytes, so that a character cut in half is ours to put together; ConPTY's end is text whatever is asked for.
  if (platform !== "win32") return { ...common, encoding: null };
  // The system's ConPTY (winpty before Windows 10 1809). It must not ask where the cursor is before it shows anything.
  return { ...common, useConpty: true, conptyInheritCursor: false };
}

type UnixTerminal = WithPrivateParts<IPty>;

/** Of all ptys of this process. */
const pace = new ReadPace();
/** The near ends that are open. Nothing else in this process is inherited by a program. */
const openTerminals = new Set<number>();

/** While it is stopped, the stream must not begin by itself, as it does after a pause: two readers would bring output out of order. */
function pollingOf(handle: UnixTerminal["_socket"]["_handle"]): { start(): void; stop(): void } {
  const readStart = handle.readStart.bind(handle);
  return {
    start: () => {
      handle.readStart = readStart;
      readStart();
    },
    stop: () => {
      handle.readStop();
      handle.readStart = () => 0;
    },
  };
}

/** Out of descriptors, for one: then the program must not stay behind without anyone to hear it. */
function openFarEnd(terminal: UnixTerminal): number {
  try {
    return openSync(terminal.ptsName, constants.O_RDWR | constants.O_NOCTTY);
  } catch (error) {
    terminal.kill("SIGKILL");
    terminal._socket.destroy();
    throw error;
  }
}

class UnixPty implements Pty {
  readonly #store = new DisposableStore();
  readonly #onData = this.#store.add(new Emitter<Buffer>());
  readonly onData = this.#onData.event;
  readonly #onExit = this.#store.add(new Emitter<ExitStatus>());
  readonly onExit = this.#onExit.event;
  readonly #terminal: UnixTerminal;
  readonly #farEnd: number;
  readonly #reader: PtyReader;
  /** What the thread reads of this pty. It may be over. */
  #flood: FloodReading | undefined;
  #open = true;

  constructor(options: SpawnOptions, floods: FloodReader | undefined) {
    const terminal = unixTerminal(withoutGaps(Math.max(0, ...openTerminals), () => nodePty(options)));
    this.#terminal = terminal;
    this.#farEnd = openFarEnd(terminal);
    openTerminals.add(terminal.fd);
    this.#reader = this.#store.add(
      new PtyReader({
        pace,
        polling: pollingOf(terminal._socket._handle),
        read: (into, at) => this.#readInto(into, at),
        thread: {
          start: () => {
            if (this.#open) this.#flood ??= floods?.begin(terminal.fd);
          },
          stop: (withinMs) => {
            this.#flood?.stop(withinMs);
            return this.#flood?.isOver ?? true;
          },
        },
        onData: (data) => this.#onData.fire(data),
      }),
    );
    terminal.onData((data) => this.#reader.handleData(data as unknown as Buffer));
    terminal.onExit(({ exitCode, signal }) => {
      // Closed already, unless the stream failed before the program ended.
      if (this.#open) this.#drainAndClose();
      this.#onExit.fire(exitStatus(exitCode, signal));
    });
    this.#closeEarly(terminal);
  }

  get pid(): number {
    return this.#terminal.pid;
  }

  write(bytes: Uint8Array): number {
    if (!this.#open) return bytes.length;
    try {
      return writeSync(this.#terminal.fd, bytes);
    } catch (error) {
      if (isCode(error, "EAGAIN")) return 0;
      // EIO: the program has gone; its exit is on the way.
      return bytes.length;
    }
  }

  expectEcho(): void {
    if (this.#open) this.#reader.expectEcho();
  }

  resize({ cols, rows }: Size): void {
    if (this.#open) this.#terminal.resize(cols, rows);
  }

  async modes(): Promise<TerminalModes | undefined> {
    return this.#open ? readTerminalModes(this.#terminal.ptsName) : undefined;
  }

  read(): void {
    this.#reader.read();
  }

  drain(): boolean {
    // What the stream still holds, as it does after a pause, comes before anything else.
    return !this.#open || (this.#terminal._socket.readableLength === 0 && this.#reader.drain());
  }

  pause(): void {
    this.#reader.pause();
    if (!this.#reader.isGathering) this.#terminal.pause();
  }

  resume(): void {
    this.#reader.resume();
    this.#terminal.resume();
  }

  [Symbol.dispose](): void {
    if (this.#open) {
      this.#open = false;
      this.#close();
    }
    this.#store[Symbol.dispose]();
  }

  /**
   * When the program has ended, node-pty subscribes to the close of its own
   * stream, with a 200 ms timer to force it. That subscription tells us of the
   * end; we read what is left and close the stream ourselves.
   */
  #closeEarly(terminal: UnixTerminal): void {
    const once = terminal.once.bind(terminal);
    terminal.once = (name, listener) => {
      once(name, listener);
      if (name === "close" && this.#open) this.#drainAndClose();
    };
  }

  #drainAndClose(): void {
    this.#open = false;
    this.#reader[Symbol.dispose]();
    this.#flood?.end();
    // What a paused stream holds comes as `data` events, like everything else.
    while (this.#terminal._socket.read());
    for (let drained = 0; drained < MAX_DRAIN_BYTES;) {
      const buffer = Buffer.allocUnsafe(64 * 1024);
      const length = this.#readInto(buffer, 0);
      if (length === 0) break;
      drained += length;
      this.#onData.fire(buffer.subarray(0, length));
    }
    this.#close();
  }

  #close(): void {
    // Another file may get the number of the descriptor, and the thread must not read that.
    this.#flood?.end();
    this.#flood?.drop();
    closeSync(this.#farEnd);
    this.#terminal._socket.destroy();
    openTerminals.delete(this.#terminal.fd);
  }

  /** Reads without waiting. 0 (EAGAIN) means that nothing is left, because we hold the far end. What the thread has read comes first. */
  #readInto(buffer: Buffer, at: number): number {
    if (this.#flood) {
      const taken = this.#flood.take(buffer, at);
      if (taken > 0 || !this.#flood.isOver) return taken;
      this.#flood = undefined;
    }
    try {
      return readSync(this.#terminal.fd, buffer, at, buffer.length - at, null);
    } catch {
      return 0;
    }
  }
}

/** Some numbers have two names, such as SIGABRT and SIGIOT. The first is the usual one. */
const signalNames = new Map(
  Object.entries(osConstants.signals)
    .map(([name, number]) => [number, name] as const)
    .toReversed(),
);

/** A program ended by a signal gets the code a shell would report for it, so that success is never read into it. */
function exitStatus(code: number, signal: number | undefined): ExitStatus {
  if (!signal) return { code };
  return { code: code === 0 ? 128 + signal : code, signal: signalNames.get(signal) ?? `SIG${signal}` };
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
