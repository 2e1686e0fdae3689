/** Help, for all and for each command. */
import { KEY_NAMES_IN_SHORT } from "../../shared/keys.ts";
import { VERSION } from "../../shared/version.ts";
import type { CommandName } from "./commands.ts";
import { print, printError } from "./output.ts";

const SUMMARIES: readonly (readonly [CommandName, string])[] = [
  ["start", "start a program in a terminal of its own"],
  ["ls", "list the sessions"],
  ["stdin", "type into a session: text and ::Keys"],
  ["click", "click into a session, at a cell or at a label"],
  ["stdout", "the screen with its scrollback, as text"],
  ["stream", "everything the program has printed, or what is new"],
  ["search", "look for a pattern in everything the program has printed"],
  ["wait", "wait for a pattern, for quiet or for the end, and print what is new"],
  ["attach", "take part in a session in this terminal (Ctrl+B leaves)"],
  ["stop", "end a session and everything it started, or all of them"],
  ["export", "the recording: asciicast or plain text"],
  ["resize", "set a terminal's size"],
  ["term-size", "a terminal's rows, columns and lines"],
  ["open", "show the window, with a session if one is named"],
  ["serve", "open the window in a browser; hosts in the foreground when no host runs"],
  ["mcp", "MCP over stdio, for agents"],
  ["connect", "put Cotty into an agent's configuration (Claude Code, Codex, Cursor …)"],
  ["skill", "an agent skill: how to use this command line, for agents with a shell"],
  ["share", "let other agents drive a session as the one that started it does"],
  ["unshare", "take a session back from the agents it was shared with"],
  ["token", "tokens for agents that come over HTTP"],
  ["http", "MCP over HTTP: on, off, or how it stands"],
  ["audit", "who did what"],
  ["version", "the versions of host and command"],
  ["kill-server", "end every session and the host"],
];

const WAITING = `  --wait REGEX   until the new text matches (JavaScript syntax, flags mu)
  --prompt       until the program is back at a prompt
  --input        until it asks a question or for a password, shows a pager, or sits at a prompt
  --quiet MS     until nothing was printed for so long
  --timeout MS   but no longer than this (default 30000); then exit code 124`;

const DETAILS: Partial<Record<CommandName, string>> = {
  start: `One argument is a command line for your shell; several are quoted, so that each arrives whole.
The program gets your working directory and environment. "" as the id makes one up.
Options stand before the id, or between the id and --.

  --cwd DIR      the working directory
  --size CxR     the terminal's size, such as 120x40 (default 80x24)
${WAITING}
  --json         the result as JSON

  $0 start repl python3 -i
  $0 start --wait '>>> ' repl "python3 -i"
  $0 start build --cwd ~/src --size 120x40 -- make -j8 "CFLAGS=-O2 -g"`,
  ls: "",
  stdin: `Text is typed as it is, arguments follow each other without a space; ::Name is a key, :::text types ::text.
Modifiers: ::C-c ::M-x ::S-Tab ::C-Up, ::^c, ::Ctrl+Shift+Left; a character by its code: ::0x1F600. Case does not matter.
Keys: ${KEY_NAMES_IN_SHORT};
on the number pad: KP0-KP9 KP/ KP* KP- KP+ KP. KPEnter
Options stand before the id; everything after it is typed.

${WAITING}
  --json         the result as JSON

  $0 stdin repl "print('hello')" ::Enter
  $0 stdin --prompt repl "1+1" ::Enter`,
  click: `Row and column count from 1. With --text, clicks where the label is on the screen, if it is there once. The program must
listen to the mouse; it is told in the form that it asked for.

  --text LABEL   click at this text
  --button B     left (default), middle, right, wheelup or wheeldown
${WAITING}
  --json         the result as JSON

  $0 click --text Quit top`,
  stdout: `Wrapped lines are joined and trailing blanks dropped; nothing is added, not even a newline at the end.
With a number, only the last so many lines. Text that nobody could see is left out, and said so on stderr.

  --lines N      only the last so many lines
  --since N      only what is new since offset N, as the screen shows it; where it ends is said on stderr
  --changed      only the rows that have changed since this caller's last stdout --changed, with their numbers
  --json         text, offset, size and number of rows as JSON`,
  stream: `  --since-last   only what is new since this caller's last stream --since-last
  --since N      only what comes after offset N
  --with-ansi    keep escape sequences
  --json         the text with the offset to go on from

Who the caller is: $COTTY_CALLER if it is set; else the terminal the command runs in; else the nearest parent
process that is not a shell (elsewhere than on Linux: the parent process). One caller never moves another's position.`,
  search: `Prints the lines with a match, with their numbers, as grep -n does; exits with 1 when there is none. The pattern is a
JavaScript regular expression; (?i) in front ignores case. What is older than the scrollback is found, too.

  --context N    show so many lines before and after each match
  --limit N      show so many matches (default 100); the others are counted
  --from LINE    look only from this line on
  --json         the lines as JSON

  $0 search build 'error|warning' --context 2`,
  wait: `Prints what is new and exits with 0 on a match, on quiet or at the program's end; with 124 on time-out; with 1
when a person takes the session over, or when the program ends and the pattern was all that was asked for.
New is what came after the last input, or after what the last wait printed, so that nothing between two
commands is missed.

  --prompt       until the program is back at a prompt
  --input        until it asks a question or for a password, shows a pager, or sits at a prompt
  --lease        until somebody takes the keyboard or hands it back
  --exit         until the program has ended
  --quiet MS     until nothing was printed for so long
  --timeout MS   but no longer than this (default 30000)
  --since N      new is what came after offset N, of more than 512 KB the end
  --json         the outcome as JSON

  $0 stdin build "make" ::Enter && $0 wait build 'error|\\$ ?$' --timeout 600000`,
  attach: `Ctrl+B detaches; pressed twice, it goes to the program. What you type takes the keyboard from an agent until you
leave. The terminal takes your window's size while you drive it or nobody does.`,
  stop: `Ends the program and everything it has started, in the background too, then removes the session; its recording stays.
Without an id: every session.

  --verbose      list the processes that were ended
  --json         the same as JSON`,
  export: `  --format F     cast: asciicast v3 (default); cast-v2: asciicast v2; txt: what was on the screen, as text
  -o FILE        write a new file, for your eyes only; without it, print
  --force        replace FILE if it exists (a symbolic link is replaced, not followed)
  --json         with -o: what was written`,
  open: `Brings the desktop app's window to the front, starting the app where Electron and a display are to be had. Where they
are not, prints an address that opens the window in a browser, once.

  --json         whether it is shown, or the address, as JSON`,
  serve: `When a host runs already, prints a fresh address for its window. Otherwise hosts in the foreground until Ctrl+C.
The address works once.

  --port N       the port to serve the window on, for a host that this starts
  --json         the address of a running host's window as JSON`,
  mcp: "Speaks MCP on stdin and stdout. Starts a host when none runs, and goes on with a new one when it ends.",
  connect: `Without a client: the clients, which of them are found here, and which are connected.
With one: shows how its configuration file would change and asks before it writes. Everything else in the file stays,
comments too; the former file is kept beside it. A file that cannot be read is left alone.

Clients: claude claude-desktop cursor vscode codex gemini opencode

  --scope S      user (default), or project: the file in this folder, for those who work in it
  --http         over HTTP with a token of its own, instead of a relay that the client starts
  --remove       take Cotty out again
  --yes          write without asking
  --print        only show the change
  --json         the list of clients as JSON`,
  skill: `Prints a SKILL.md.

  --install      write it to DIRECTORY/cotty/SKILL.md instead; without a directory to ~/.agents/skills, and to
                 ~/.claude/skills where Claude Code is used`,
  share: `Every agent has sessions of its own and sees no others. The person, and so every command here, sees them all.

  --with NAME    the agents of that name that are connected now, or hold a token
  --all          every agent, those to come too (also without an option)
  --json         whom it is shared with, as JSON`,
  unshare: `  --with NAME    only from agents of that name; otherwise from all
  --json         whom it is still shared with, as JSON`,
  token: `create NAME      prints a token for one agent, once; only a hash of it is kept
list             the tokens' names and tiers
revoke NAME      ends a token, and what its agent has under way; its sessions stay

  --tier observe reads its own sessions and those shared with it
  --tier own     starts and drives them (default)
  --tier all     does so with every session
  --json         the result as JSON

  $0 token create codex && $0 http on`,
  http: `Agents send their token as "Authorization: Bearer …" to the address that this prints. On until the host ends;
"http": true in settings.json keeps it on. A host that "$0 serve" has started has it on.

  --json         the state as JSON`,
  audit: `One line for each thing that was done, and for each that was refused: when, who, what, to which session.
What was typed is not in it, only how much, and for agents a SHA-256 of it.

  -n N           the last N (default 50)
  --json         one JSON object a line`,
  "kill-server": "Ends every session, then the host. Recordings stay.",
};

/** Prints the help for a command, or for all. Returns the exit code. */
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
  const summary = SUMMARIES.find(([known]) => known === name)?.[1] ?? "";
  const details = (DETAILS[name] ?? "").replaceAll("$0", program);
  print(
    `Usage: ${program} ${found.name} ${found.usage}`.trimEnd() +
      `\n\n${capital(summary)}.\n${details === "" ? "" : `\n${details}\n`}`,
  );
  return 0;
}

function overview(program: string): string {
  const commands = SUMMARIES.map(([name, summary]) => `  ${name.padEnd(12)} ${summary}`).join("\n");
  return `${program} ${VERSION}: terminals that agents and people drive together

Usage: ${program} <command> [options] [arguments]

${commands}

Examples:
  ${program} start repl python3 -i
  ${program} stdin --wait '>>> $' repl "print('hello')" ::Enter
  ${program} stdout repl
  ${program} attach repl
  ${program} stop repl

${program} <command> --help tells more. --json gives JSON wherever something is printed.
COTTY_HOME puts everything (socket, recordings, settings) under one folder.
`;
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
