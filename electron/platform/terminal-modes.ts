/**
 * How a terminal treats what is typed, as the terminal itself says (termios(3)).
 * Node has no call for it, so the system's `stty` is asked.
 *
 * A small shell that is kept for this starts `stty`. If the host did, it would
 * stand still for 4 to 10 ms each time, because the system copies the tables of
 * its memory for a new process.
 */
import { type ChildProcessByStdio, spawn } from "node:child_process";
import type { Socket } from "node:net";

/** `echo`: the terminal shows what is typed. `lines`: it hands a program whole lines (ICANON), not single keys. */
export type TerminalModes = { readonly echo: boolean; readonly lines: boolean };

/** The answer comes within milliseconds, or this system has no `stty` that works. */
const ANSWER_WITHIN_MS = 2000;
/** Ends an answer. No line of `stty` is like it. */
const END = "-- end --\n";
/** What the shell is given as it stands: names that mean nothing to it. */
const TERMINAL_PATH = /^\/dev\/[\w/]+$/;

let shell: SttyShell | undefined;

/** The modes of the terminal with this path, such as `/dev/pts/7`. Undefined where they cannot be had, as on Windows. */
export async function readTerminalModes(path: string): Promise<TerminalModes | undefined> {
  if (!TERMINAL_PATH.test(path)) return undefined;
  try {
    // The second one asks if the first was killed meanwhile.
    return parseTerminalModes((await askShell(path)) ?? (await askShell(path)) ?? "");
  } catch {
    return undefined; // no process can be started now
  }
}

function askShell(path: string): Promise<string | undefined> {
  if (shell === undefined || shell.isOver) shell = new SttyShell();
  return shell.ask(path);
}

/** A shell that runs `stty` for one terminal after the other. It ends when this process does: its input ends then. */
class SttyShell {
  readonly #child: ChildProcessByStdio<Socket, Socket, null>;
  /** Who waits for an answer, in the order of the questions. */
  readonly #waiting: ((text: string | undefined) => void)[] = [];
  #text = "";
  #timer: NodeJS.Timeout | undefined;
  /** It has ended, or gave no answer, and is not asked again. */
  isOver = false;

  constructor() {
    this.#child = spawn("/bin/sh", [], {
      stdio: ["pipe", "pipe", "ignore"],
      cwd: "/",
      env: { PATH: process.env["PATH"], LC_ALL: "C" },
    }) as ChildProcessByStdio<Socket, Socket, null>;
    const { stdin, stdout } = this.#child;
    for (const end of ["error", "exit"] as const) this.#child.on(end, () => this.#end());
    stdin.on("error", () => this.#end());
    stdout.setEncoding("utf8").on("data", (part: string) => this.#receive(part));
    // It keeps nobody from ending.
    this.#child.unref();
    stdin.unref();
    stdout.unref();
  }

  /** Resolves with what `stty -a` prints, which may be nothing. Undefined when the shell ends, or is silent for too long. */
  ask(path: string): Promise<string | undefined> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#child.stdin.write(`stty -a <${path}; echo '${END.trim()}'\n`);
      if (this.#waiting.length === 1) this.#startTimer();
    });
  }

  #receive(part: string): void {
    this.#text += part;
    for (let end = this.#text.indexOf(END); end >= 0; end = this.#text.indexOf(END)) {
      this.#waiting.shift()?.(this.#text.slice(0, end));
      this.#text = this.#text.slice(end + END.length);
      this.#startTimer();
    }
  }

  /** For the answer that is next. */
  #startTimer(): void {
    clearTimeout(this.#timer);
    if (this.#waiting.length > 0) this.#timer = setTimeout(() => this.#end(), ANSWER_WITHIN_MS);
  }

  #end(): void {
    this.isOver = true;
    clearTimeout(this.#timer);
    this.#child.kill("SIGKILL");
    for (const answer of this.#waiting.splice(0)) answer(undefined);
  }
}

/** The flags that `stty -a` lists: `echo`, or `-echo` when it is off. Undefined for any other text. */
function parseTerminalModes(text: string): TerminalModes | undefined {
  const [, noEcho] = /(?:^|\s)(-?)echo(?=[\s;]|$)/.exec(text) ?? [];
  const [, noLines] = /(?:^|\s)(-?)icanon(?=[\s;]|$)/.exec(text) ?? [];
  return noEcho === undefined || noLines === undefined ? undefined : { echo: noEcho === "", lines: noLines === "" };
}
