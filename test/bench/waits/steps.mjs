/**
 * Steps that several rows share. `{a}` and `{b}` are random numbers; a line with
 * them shows their sum unless the step says otherwise.
 */

/** What ends a wait where a program asks, or shows keys to press: some programs cannot be told apart from a prompt. */
export const ASKS = ["input", "prompt"];
/** … and where it shows a page. */
export const PAGES = ["pager", "input"];

/** A shell's commands: at once, after a pause, after a pause behind a partial line, and a line that goes on. */
export const SHELL = [
  { line: "echo $(({a}+{b}))" },
  { line: "sleep 0.7; echo $(({a}+{b}))" },
  { line: "seq 40; echo $(({a}+{b}))" },
  { line: "printf 'Downloading 10%%'; sleep 1.2; printf '\\rDone: %s\\n' $(({a}+{b}))" },
  { line: "printf 'Testing (1/2)'; sleep 1.2; printf '\\rDone: %s\\n' $(({a}+{b}))" },
  { line: "printf 'Checking: '; sleep 1.2; printf '%s\\n' $(({a}+{b}))" },
];

export const CONTINUED = [
  { line: "for i in 1; do", prompt: /\n> $/ },
  { line: "echo $((123456+500000)); done", shows: "623456" },
];

/** Sums in these lines of a language. */
export const lines = (...templates) => templates.map((line) => ({ line }));

/** Numbered lines, so that a page of them is known by its last. */
export const numberedLines = (count) =>
  Array.from({ length: count }, (_, index) => `L${String(index + 1).padStart(5, "0")}\n`).join("");

/** A script for a shell, with the question in it. */
export const script = (...commands) => `#!/bin/bash\n${commands.join("\n")}\n`;

/** The prompt of the rows' bash: the name of the user, the folder, a hash sign. */
export const BASH = { start: "bash --norc", prompt: /bash-\d\.\d[#$] $/ };

/** A bash with a script of the row's in its folder. What else the row needs is its own to say. */
export const inBash = (files) => ({ ...BASH, files });

/** A menu, a text and a yes or no, as one of the libraries in `programs/questions.mjs` asks for them. */
export const questionnaire = (library) => ({
  kind: "questionnaire",
  requires: { npm: "questionnaires" },
  start: ({ folders }) => `node ${folders.questionnaires}/questions.mjs ${library}`,
  waits: ["prompt", "input"],
  ended: ASKS,
  opening: { shows: /<14-333>/, prompt: /Color/ },
  steps: [
    { keys: ["Enter"], shows: /<8-333>/, prompt: /Name of it/ },
    { submit: "cotty", shows: /<7-333>/, prompt: /Install as well/ },
  ],
});
