/** The help texts: one for the whole command line, and one for each command. */
import { VERSION } from "../../shared/version.ts";
import type { CommandName } from "./commands.ts";
import { DETAILS } from "./help-details.ts";
import { print, printError } from "./output.ts";

/** One line about each command, in the order in which help lists them. `list` is another name of `ls`. */
export const SUMMARIES: Readonly<Record<Exclude<CommandName, "list">, string>> = {
  start: "start a program in a terminal of its own",
  ls: "list the sessions",
  stdin: "type text and ::Keys into a session",
  click: "click in a session, at a cell or at a label",
  stdout: "print the screen with its scrollback, as text",
  stream: "print everything the program has printed, or what is new",
  search: "find a pattern in everything the program has printed",
  wait: "wait for a pattern, a prompt, quiet or the end, and print what is new",
  attach: "open a session in this terminal (Ctrl+B leaves)",
  secret: "type a password that no agent sees, or ask a person for one",
  lease: "say who drives a session, or change it; send or drop what agents have parked",
  stop: "end a session and everything it started, or all sessions",
  run: "run one command in a session's shell, and print exactly its output",
  why: "say why a session is in its state, or correct that",
  notify: "leave the person a message in the window's inbox",
  freeze: "stop a session's program where it stands, with all that it started",
  resume: "let a frozen session go on",
  halt: "take from every agent the right to type, until you undo it",
  log: "print who typed what into a session, and when",
  recordings: "list or delete the recordings of all sessions, or search their text",
  replay: "play a recording in this terminal",
  export: "write a recording: asciicast, text, a page that plays it, or a picture",
  eval: "compare terminal tools by the runs of coding agents",
  resize: "set a terminal's size",
  rename: "give a session a name for people to read",
  "term-size": "print a terminal's rows, columns and lines",
  open: "show the window, with a session if you name one",
  serve: "show the window in a browser",
  demo: "start a few sessions in which scripted agents work, to look at",
  mcp: "speak MCP over stdio, for agents",
  connect: "add Cotty to an agent's configuration (Claude Code, Codex, Cursor …)",
  skill: "print an agent skill: this command line, explained to agents with a shell",
  share: "let other agents drive a session",
  unshare: "take a session back from the agents it was shared with",
  grant: "say how far an agent reaches, and for how long; list the agents",
  token: "make, list and revoke tokens for agents over HTTP",
  http: "switch MCP over HTTP on or off, or say how it stands",
  audit: "show who did what, and what was refused",
  version: "print the versions of host and command",
  "kill-server": "end every session and the host",
};

/** Prints the help of one command, or the overview. Returns the exit code: 1 for a command that does not exist. */
export function printHelp(
  program: string,
  asked: string | undefined,
  found: { name: CommandName; usage: string } | undefined,
): number {
  if (asked === undefined) {
    print(overview(program));
    return 0;
  }
  if (!found) {
    printError(`Unknown command: ${asked}\nRun '${program}' without arguments to see help\n`);
    return 1;
  }
  const name = found.name === "list" ? "ls" : found.name;
  const summary = SUMMARIES[name];
  const details = (DETAILS[name] ?? "").replaceAll("$0", program);
  print(
    `Usage: ${program} ${found.name} ${found.usage}`.trimEnd() +
      `\n\n${capital(summary)}.\n${details === "" ? "" : `\n${details}\n`}`,
  );
  return 0;
}

function overview(program: string): string {
  const commands = Object.entries(SUMMARIES)
    .map(([name, summary]) => `  ${name.padEnd(12)} ${summary}`)
    .join("\n");
  return `${program} ${VERSION}: terminals that agents and people drive together

Usage: ${program} <command> [options] [arguments]

${commands}

Examples:
  ${program} start repl python3 -i
  ${program} stdin --wait '>>> $' repl "print('hello')" ::Enter
  ${program} stdout repl
  ${program} attach repl
  ${program} stop repl

${program} <command> --help explains one command. --json prints the result as JSON.
COTTY_HOME names one folder for everything: socket, recordings, settings.
`;
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
