/** Runs a real program under a pty, with keys by script, and keeps its output as it came. */
import { tmpdir } from "node:os";
import { spawn } from "node-pty";
import { Screen } from "../../electron/screens/worker/screen.ts";
import { Utf8Decoder } from "../../electron/sessions/utf8-decoder.ts";
import { PATIENCE_MS } from "./until.ts";

export type Script = {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly size: { readonly cols: number; readonly rows: number };
  /** What the screen must show before these keys are typed. The last step ends the program. */
  readonly steps: readonly { readonly shows: RegExp; readonly keys: string }[];
};

const ENVIRONMENT = {
  TERM: "xterm-256color",
  COLORTERM: "truecolor",
  LANG: "C.UTF-8",
  HOME: tmpdir(),
  PATH: process.env["PATH"] ?? "",
};

/** Resolves with the pieces of output when the program has ended. */
export function recordProgram({ command, args, cwd, size, steps }: Script): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const screen = new Screen(size);
    const decoder = new Utf8Decoder();
    const pieces: string[] = [];
    let step = 0;
    const pty = spawn(command, [...args], { cwd, env: ENVIRONMENT, ...size, encoding: null, name: "xterm-256color" });
    const deadline = setTimeout(() => {
      pty.kill("SIGKILL");
      reject(new Error(`${command}: waiting for ${steps[step]?.shows}; the screen shows:\n${screen.text(50).text}`));
    }, PATIENCE_MS);
    screen.onReply((reply) => pty.write(reply));
    pty.onData((data) => {
      const text = decoder.decode(data as unknown as Buffer);
      pieces.push(text);
      screen.write(text);
      const next = steps[step];
      if (!next?.shows.test(screen.text(50).text)) return;
      step++;
      pty.write(next.keys);
    });
    pty.onExit(() => {
      clearTimeout(deadline);
      screen[Symbol.dispose]();
      if (step === steps.length) resolve(pieces);
      else reject(new Error(`${command} ended before ${steps[step]?.shows}`));
    });
  });
}

/** vim, editing a C file with its colors, in insert, visual and command mode, with a split. */
export function vimScript(cwd: string): Script {
  return {
    command: "vim",
    args: [
      "-n",
      "-u",
      "NONE",
      "-N",
      "--cmd",
      "syntax on",
      "--cmd",
      "set number ruler showcmd mouse=a laststatus=2 background=dark",
      "demo.c",
    ],
    cwd,
    size: { cols: 80, rows: 24 },
    steps: [
      { shows: /#include <stdio.h>[\s\S]*1,1/, keys: '5Gotwo = one + "日本 é"; // spare' },
      { shows: /spare/, keys: "\x1b" },
      { shows: /spare\s/, keys: ":set hlsearch\r/one\r" },
      { shows: /\/one|match/, keys: "nn" },
      { shows: /one/, keys: "Vjjd" },
      { shows: /fewer|lines|Top|All|\d+,\d+/, keys: "u" },
      { shows: /\d+,\d+/, keys: ":split\r" },
      { shows: /demo\.c[\s\S]*demo\.c/, keys: "\x06\x06\x02Gzz" },
      { shows: /Bot/, keys: "ggi\x16u2500 line\x1b" },
      { shows: /─ line/, keys: ":set list\r" },
      { shows: /\$$/m, keys: ":%s/int/long/g\r" },
      { shows: /substitution|long/, keys: ":help\r" },
      { shows: /help\.txt|E149|E433|Sorry/, keys: "\x1b:qa!\r" },
    ],
  };
}

/** htop on a few processes of its own: meters, colors, sorting, the tree, help. */
export function htopScript(cwd: string): Script {
  return {
    command: "sh",
    args: ["-c", "sleep 300 & a=$!; sleep 300 & b=$!; htop -d 3 -p $a,$b,$$; kill $a $b"],
    cwd,
    size: { cols: 100, rows: 30 },
    steps: [
      { shows: /F10\s?Quit/, keys: "M" },
      { shows: /MEM%[▽△]/, keys: "\x1b[B\x1b[B" },
      { shows: /PID/, keys: "t" },
      { shows: /├─|└─|`-/, keys: "\x1b[B\x1b[6~" },
      { shows: /PID/, keys: "h" },
      { shows: /Arrows/, keys: " " },
      { shows: /^(?![\s\S]*Arrows)[\s\S]*PID/, keys: "t" },
      { shows: /PID/, keys: "IP" },
      { shows: /CPU%[▽△]/, keys: "N" },
      { shows: /PID[▽△]/, keys: "q" },
    ],
  };
}
