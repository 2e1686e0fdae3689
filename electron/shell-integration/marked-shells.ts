/**
 * Marks around prompts and commands, for sessions that are an interactive shell
 * and nothing else. The user's files are not touched: the scripts are in the run
 * directory, and the shell is told of them when it starts. This file is the door to the folder.
 */
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BASH_SCRIPT, FISH_SCRIPT, LOGIN_VARIABLE, NONCE_VARIABLE, ZDOTDIR_VARIABLE, ZSH_SCRIPT } from "./shell-scripts.ts";

export { CommandMarks, type ShellState } from "./command-marks.ts";

/** A command line with its environment, and the nonce by which its marks are known. */
export type IntegratedShell = {
  readonly command: string;
  readonly env: Readonly<Record<string, string>>;
  readonly nonce: string;
};

/** An interactive shell, with no more than -i and -l: `bash`, `exec /bin/zsh -il`. */
const SHELL = /^\s*(exec\s+)?((?:\/[\w./+-]+\/)?(bash|zsh|fish))((?:\s+(?:-[il]{1,2}|--login|--interactive))*)\s*$/;

export class MarkedShells {
  readonly #directory: string;
  readonly #isOn: () => boolean;
  readonly #warn: (message: string) => void;
  #isWritten = false;

  /** `directory` is for the scripts; only its owner may write there. */
  constructor(directory: string, options: { isOn: () => boolean; warn: (message: string) => void }) {
    this.#directory = directory;
    this.#isOn = options.isOn;
    this.#warn = options.warn;
  }

  /** The same command line with marks; undefined for one that is no interactive shell, and where integration is off. */
  integrate(command: string, env: Readonly<Record<string, string>>): IntegratedShell | undefined {
    const [, exec = "", file = "", name = "", options = ""] = SHELL.exec(command) ?? [];
    if (name === "" || !this.#isOn() || !this.#writeScripts()) return undefined;
    const nonce = randomBytes(16).toString("hex");
    const marked = { ...env, [NONCE_VARIABLE]: nonce };
    const begin = `${exec}${file}`;
    if (name === "fish") {
      const source = quoted(`source ${quotedForFish(join(this.#directory, "cotty.fish"))}`);
      return { command: `${begin}${options} --init-command ${source}`, env: marked, nonce };
    }
    if (name === "zsh") {
      // Not in the environment: the user's shell, which runs the command line, may be a zsh that reads it first.
      const own = env["ZDOTDIR"];
      const variables = [`ZDOTDIR=${quoted(join(this.#directory, "zsh"))}`];
      if (own !== undefined) variables.push(`${ZDOTDIR_VARIABLE}=${quoted(own)}`);
      return { command: `${exec}env ${variables.join(" ")} ${file}${options}`, env: marked, nonce };
    }
    // Bash reads no --rcfile in a login shell, so the script reads the login files itself.
    const isLogin = /-\w*l|--login/.test(options);
    const script = quoted(join(this.#directory, "cotty.bash"));
    return {
      command: `${begin} --rcfile ${script} -i`,
      env: { ...marked, ...(isLogin && { [LOGIN_VARIABLE]: "1" }) },
      nonce,
    };
  }

  /**
   * Writes the scripts for the first shell. Later it writes only those that something has removed, because shells that
   * start may be reading the others. A shell without marks is better than one that misses its script and the user's files.
   */
  #writeScripts(): boolean {
    try {
      mkdirSync(join(this.#directory, "zsh"), { recursive: true, mode: 0o700 });
      for (const [file, text] of [
        ["cotty.bash", BASH_SCRIPT],
        ["cotty.fish", FISH_SCRIPT],
        ["zsh/.zshenv", ZSH_SCRIPT],
      ] as const) {
        const path = join(this.#directory, file);
        if (!this.#isWritten || !existsSync(path)) writeFileSync(path, text, { mode: 0o600 });
      }
      this.#isWritten = true;
      return true;
    } catch (error) {
      this.#warn(`Shells have no integration: ${String(error)}`);
      return false;
    }
  }
}

/** For a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** The same for fish. */
function quotedForFish(text: string): string {
  return `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`;
}
