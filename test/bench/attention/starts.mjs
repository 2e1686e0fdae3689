/** How situations begin. */
const programs = new URL("programs/", import.meta.url).pathname;

export const SHELL = "exec env PS1='here$ ' bash --norc -i";

/** One of our own programs, with its arguments. */
export const node = (name, ...args) => ["node", `${programs}${name}.mjs`, ...args].join(" ");

/** A line that is entered at a shell's prompt. */
export const atShell = (line) => ({ command: SHELL, steps: [{ shows: "here\\$ $", type: `${line}\r` }] });
