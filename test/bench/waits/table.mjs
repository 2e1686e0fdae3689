/**
 * The table: what is started, what is typed, and how the truth is known.
 *
 * A row:
 *   name, kind
 *   requires  what it needs, none of it by default: `bin` a program, `apt` the
 *             Debian packages that it comes in, `npm` a set of packages (below),
 *             `service` a server (`services.mjs`), `root`, `env` a variable that must be 1
 *   start     the command line, or a function of what services and folders there are
 *   files     name to content (or a function as for `start`), in the folder that is the program's home
 *   env       variables beside the plain ones
 *   ready     what its first prompt looks like; `opening`: a whole step for it
 *   prompt    what its prompts look like: how the visible output ends when it is back,
 *             or where it begins, of programs that draw more behind it
 *   waits     the kinds of wait that the row is driven with, each in a session of
 *             its own (`prompt` when not told)
 *   ended     what may be told to have ended the wait (`prompt` when not told)
 *   answer    false: what was shown need not stand in the answer as it was printed,
 *             as of a full-screen program that moves its cursor
 *   steps     what is typed, each with a wait
 *   cleanUp   a command line for what outlives its session by design
 *
 * A step: `line` (typed, with Enter), `submit` (as agents submit to other agents),
 * or `keys`; `shows`, what only the program can have printed: the sum of the two
 * numbers in `line` when not told; and `prompt`, `ended`, `answer` where they
 * differ from the row's. Patterns are tried on the visible output, with a line
 * break for every carriage return.
 */
import { heldOut } from "./held-out.mjs";
import { onceHeldOut } from "./once-held-out.mjs";
import { tuned } from "./tuned.mjs";

/** What rows need from npm, by the name that `requires.npm` says. */
export const NPM_SETS = {
  questionnaires: ["prompts@2.4.2", "inquirer@12.9.6", "@clack/prompts@0.11.0", "enquirer@2.4.1"],
  ink: ["ink@6.3.1", "react@19.1.1", "ink-select-input@6.2.0", "ink-spinner@5.0.0", "ink-text-input@6.0.0"],
  deno: ["deno@2.9.6"],
  opencode: ["opencode-ai@1.18.33"],
  claude: ["@anthropic-ai/claude-code@2.1.330"],
  codex: ["@openai/codex@0.169.0"],
  gemini: ["@google/gemini-cli@0.61.0"],
  pi: ["@mariozechner/pi-coding-agent@0.73.1"],
};

/** The rows for `--quick`: one or two of each kind. */
export const QUICK = [
  "bash",
  "bash, empty prompt",
  "python3",
  "python3 in su - nobody",
  "ipython",
  "node",
  "gdb",
  "sqlite3",
  "vim",
  "less",
  "tmux",
  "ssh, 300 ms",
  "prompts",
  "read -p",
  "pause in a program that also listens",
];

const inSet = (set, table) => table.map((row) => ({ ...row, set }));
export const rows = [...inSet("tuned", [...tuned, ...onceHeldOut]), ...inSet("held-out", heldOut)];
