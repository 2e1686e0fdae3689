/**
 * How a terminal treats what is typed, as the terminal itself says (termios(3)).
 * Node has no call for it, so the system's `stty` is asked: about 2 ms each time.
 * Callers therefore ask seldom, and only where something depends on the answer.
 */
import { spawn } from "node:child_process";

/** `echo`: the terminal shows what is typed. `lines`: it hands a program whole lines (ICANON), not single keys. */
export type TerminalModes = { readonly echo: boolean; readonly lines: boolean };

/** The answer comes within milliseconds, or this system has no `stty` that works. */
const ANSWER_WITHIN_MS = 2000;

/** The modes of the terminal that the descriptor is open to. Undefined where they cannot be had, as on Windows. */
export function readTerminalModes(descriptor: number): Promise<TerminalModes | undefined> {
  return new Promise<TerminalModes | undefined>((resolve) => {
    const stty = spawn("stty", ["-a"], {
      stdio: [descriptor, "pipe", "ignore"],
      env: { PATH: process.env["PATH"], LC_ALL: "C" },
      timeout: ANSWER_WITHIN_MS,
    });
    let text = "";
    stty.stdout?.setEncoding("utf8").on("data", (part: string) => (text += part));
    stty.on("error", () => resolve(undefined));
    stty.on("close", () => resolve(parseTerminalModes(text)));
  }).catch(() => undefined); // no process can be started now
}

/** The flags that `stty -a` lists: `echo`, or `-echo` when it is off. Undefined for any other text. */
function parseTerminalModes(text: string): TerminalModes | undefined {
  const [, noEcho] = /(?:^|\s)(-?)echo(?=[\s;]|$)/.exec(text) ?? [];
  const [, noLines] = /(?:^|\s)(-?)icanon(?=[\s;]|$)/.exec(text) ?? [];
  return noEcho === undefined || noLines === undefined ? undefined : { echo: noEcho === "", lines: noLines === "" };
}
