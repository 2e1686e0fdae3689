/** What `cotty COMMAND --help` says below the summary of each command. `$0` stands for the program's name. */
import { keyNamesInShort } from "../../shared/keys.ts";
import type { CommandName } from "./commands.ts";

const WAITING = `  --wait REGEX   wait until new text matches (JavaScript syntax, flags m and u; (?i) in front ignores case)
  --prompt       wait until the program is back at a prompt
  --input        wait until it asks a question or for a password, shows a pager, or sits at a prompt
  --state STATES wait until it is working, waiting, idle, finished or failed; several with commas
  --quiet MS     wait until nothing was printed for MS milliseconds
  --timeout MS   wait at most MS milliseconds (default 30000); then exit with 124`;

export const DETAILS: Partial<Record<CommandName, string>> = {
  start: `The program gets your working directory and your environment. An empty id ("") makes Cotty choose one.
One argument after the id is a command line for your shell. Several are quoted, so that each arrives whole.
Options stand before the id, or between the id and --.

  --cwd DIR      the working directory
  --size CxR     the terminal's size, such as 120x40 (default 80x24)
${WAITING}
  --json         print the result as JSON

  $0 start repl python3 -i
  $0 start --wait '>>> ' repl "python3 -i"
  $0 start build --cwd ~/src --size 120x40 -- make -j8 "CFLAGS=-O2 -g"`,
  stdin: `Types the arguments one after the other, without a space between them. ::Name is a key; :::text types ::text.
- types what is piped or redirected into this command; without a pipe, a dash.
Options stand before the id. Everything after the id is typed.

Keys: ${keyNamesInShort()}
Number pad: KP0-KP9 KP/ KP* KP- KP+ KP. KPEnter
Modifiers: ::C-c ::M-x ::S-Tab ::C-Up, or ::^c, or ::Ctrl+Shift+Left
Any character by its code: ::0x1F600
Case does not matter.

  --if-held DO   while a person has the keyboard: refuse (default), park (the person sends or drops it), wait for it
${WAITING}
  --json         print the result as JSON

  $0 stdin repl "print('hello')" ::Enter
  $0 stdin --prompt repl "1+1" ::Enter`,
  run: `The session is bash, zsh or fish alone. Its shell marks where commands begin and end, so that exactly the output is printed.
What has come since you last looked is printed on stderr. A command of several lines, or with a tab, is refused: put it in a file.
Of the output, the last 256 KB are printed at most.
Ends with the command's exit code. Ends with 125 if the command was not run.
Ends with 124 while the command goes on: after a timeout, when it waits for input, and when a person takes the keyboard.
Options stand before the id. One argument after it is a command line; several are quoted, so that each arrives whole.

  --timeout MS   wait at most MS milliseconds (default 30000)
  --json         print the result as JSON

  $0 start sh bash
  $0 run sh 'cd src && make'`,
  why: `Says since when, and what each source says: the terminal, the screen, the output.

  --wrong STATE  say what the state is instead; a rule then holds for that program at such a line
  --rules        list these rules
  --forget N     remove rule N
  --json         print the same as JSON

  $0 why --wrong idle build`,
  click: `Rows and columns count from 1. A label must be on the screen exactly once. The program must listen to the mouse.

  --text LABEL   click at this label
  --button B     left (default), middle, right, wheelup or wheeldown
${WAITING}
  --json         print the result as JSON

  $0 click --text Quit top`,
  eval: `A job is a folder of runs, or an evaluation-summary.json (ours or terminalcp's).

  run                  run agents on tasks with tools (--agents A,B --tasks T --tools X --repeat N
                       --parallel N --mode headless|tui --budget USD --timeout S --nudges N
                       --seed N --title TEXT -o JOB --record | --replay JOB)
  run --dry-run        only say what would run, what is missing, and what this number of runs can show
  resume JOB           do the runs that have no result yet, and those that were skipped
  status JOB           print how many runs are over, and how they ended
  judge JOB            let an agent read the runs, without names (--agent A --votes N --parallel N)
                       (--pairs: let it compare the runs of different tools, in both orders)
  stats JOB            print success, cost, time and tokens of each tool, with 95 % intervals
                       (--no-judge: without what a judge said)
  report JOB           write evaluation-summary.json and .html into the job (-o FILE: the page only)
  compare JOB JOB      the same tools and tasks in two jobs
  import DIR           read terminalcp's results into a new job (-o JOB --title TEXT)

  --json               print the result as JSON

  $0 eval run --agents opencode --tasks python-repl --tools cotty tmux --repeat 5
  $0 eval import ~/terminalcp/evaluation-results -o published
  $0 eval report published`,
  stdout: `Joins wrapped lines, drops trailing blanks, and ends with a newline. When the program has ended, says how.
A number after the id prints only that many of the last lines.
Leaves out text that nobody could see, and says so on stderr.

  --lines N      print only the last N lines
  --head N       print only the first N lines
  --since N      print only what is new since offset N; stderr names the offset to continue from
  --changed      print only the rows that changed since this caller's last --changed, with their numbers
  --json         print text, offset, size and number of rows as JSON`,
  stream: `  --since-last   print only what is new since this caller's last --since-last
  --since N      print only what comes after offset N
  --with-ansi    keep escape sequences; --no-strip-ansi says the same
  --json         print the text, and the offset to continue from, as JSON

Each caller has its own position, which no other caller moves. The caller is $COTTY_CALLER if it is set. Otherwise it is
the terminal that the command runs in. Otherwise it is the nearest parent process that is not a shell; on systems other
than Linux, the parent process.`,
  search: `Prints the lines that match, with their numbers, as grep -n does. Exits with 1 if there is none.
The pattern is a JavaScript regular expression; (?i) in front ignores case.
Looks at everything the program has printed, even what has left the scrollback.

  --context N    print N lines before and after each match
  --limit N      print at most N matches (default 100); the others are counted
  --from LINE    begin at this line
  --json         print the lines as JSON

  $0 search build 'error|warning' --context 2`,
  wait: `Prints what is new. New is what came after the last input, or after the text that the last wait printed.
So nothing that comes between two commands is missed.

Exits with 0 when the wait ended as asked; with 124 when the time is up; with 1 when a person takes the session over,
or when the program ends before the pattern, prompt or question came.

  --prompt       until the program is back at a prompt, or a pager shows a page
  --input        until it asks a question or for a password, shows a pager, or sits at a prompt
  --lease        until a person takes the keyboard or hands it back
  --exit         until the program has ended
  --state STATES until it is working, waiting, idle, finished or failed; several with commas
  --quiet MS     until nothing was printed for MS milliseconds
  --timeout MS   at most MS milliseconds (default 30000)
  --since N      count from offset N; of more than 512 KB since then, only the last 512 KB
  --json         print the outcome as JSON

  $0 stdin build "make" ::Enter && $0 wait build 'error|\\$ ?$' --timeout 600000`,
  rename: `The name is for people: the window shows it. Commands and agents go on using the id.
An empty name ("") takes the given one away.

  --json         print the id and the name as JSON

  $0 rename build "Nightly build"`,
  lease: `Says who drives the session, and what agents have parked while they could not type.

  take           take the keyboard, and hold it until you give it back
  give           hand it back, and type what is parked
  agent          agents type; a person's key takes the keyboard (every session begins so)
  shared         people and agents type, and nobody takes the keyboard by typing
  read-only      nobody types
  send [N]       type parked write N, or all, in the name of its author
  drop [N]       drop parked write N, or all; its author is told
  edit N TEXT    change the text of parked write N; the Enter at its end stays
  --json         print driver, mode and parked writes as JSON

  $0 lease gdb take`,
  log: `One line for each input: the time, who typed, and what, up to Enter or a pause. •••• stands for what the terminal did not show.
The id is a session's, or names a recording as in "$0 recordings".

  -n N           print only the last N
  --json         print each as a line of JSON

  $0 log gdb -n 20`,
  attach: `Ctrl+B leaves; the program goes on. Ctrl+B pressed twice sends one Ctrl+B to the program.
When you type, you take the keyboard from an agent until you leave.
The session takes your window's size when you type.`,
  stop: `Ends the program and everything it started, in the background too. Then removes the session. Its recording stays.
Without an id, does this to every session.
Leaves alone what a person types into.

  --force        also end a session that a person types into
  --verbose      list the processes that were ended
  --json         print the same as JSON`,
  recordings: `Lists the recordings, the latest first: id, start, length, ending, size, agent, session, command.
A recording is named by its id, by the beginning of its id, or by the name of its session (the latest of that name).
"delete" deletes recordings for good.

  --search TEXT  only those whose screen has shown the text; with the lines that contain it
  --name TEXT    only those of sessions with this in their name
  --agent TEXT   only those that an agent with this in its name has started
  --program TEXT only those with this in their command
  --ended HOW    only those that ended ok (with 0), were stopped, failed, are running, or are lost (the host was killed)
  --since T      only those that began at or after T: 2026-11-20, 2026-11-20T15:00, or 7d, 12h, 30m ago
  --until T      only those that began before T
  --limit N      list at most N (default 200)
  --json         print the list as JSON

  $0 recordings --agent codex --ended failed --since 7d
  $0 recordings --search "segmentation fault"`,
  replay: `Plays on the screen of this terminal. Pauses take 2 seconds at most.

  Space          pause, and go on
  Left, Right    5 seconds back, forward; with Shift: to the input before, after
  , .            the output before, after
  0 to 9         a tenth of the length
  [ ]            the marker before, after
  < >            slower, faster
  q, Ctrl+C      leave

  --speed N      N times as fast (0.1 to 100)
  --idle-limit S pauses take S seconds at most; 0 plays them as they were
  --at TIME      begin at this time, such as 1m20s`,
  export: `  --format F     cast: asciicast v3 (default); cast-v2: asciicast v2; txt: what was on the screen, as text; ansi: the
                 same with its colors; json: every event; html: one file that plays it; svg, png: a picture of one
                 moment; gif: a moving picture
  --at TIME      the moment of a picture, such as 1m20s (default: the end)
  --from TIME    where a gif begins, and where it ends
  --to TIME
  --drivers      a gif says in a line below the screen who typed last
  --theme T      the colors of a picture: dark (default) or light
  -o FILE        write a new file that only you can read; without it, or with -, print
  --force        replace FILE if it exists (a symbolic link is replaced, not followed)
  --json         with -o: print what was written as JSON

The id is a session's, or names a recording as in "$0 recordings".`,
  open: `Brings the app's window to the front, and starts the app if it must. Without Electron or a display, prints an address
that opens the window in a browser, once.

  --json         print whether the window is shown, or the address, as JSON`,
  serve: `If a host runs, prints a fresh address for its window. Otherwise becomes the host, until Ctrl+C.
The address works once.

  --port N       the port for the window, if this command becomes the host
  --json         print the address of a running host's window as JSON`,
  demo: `Agents without a model debug a crash, use a Python prompt and start a few programs. One program asks a question, and one
fails. The demo is over when its sessions have been stopped.

  --json         print the ids of the sessions as JSON`,
  mcp: "Speaks MCP on stdin and stdout. Starts a host if none runs. If the host ends, continues with a new one.",
  connect: `Without a client, lists the clients, which of them are found here, and which are connected.
With a client, shows how its configuration would change, asks, and writes it. Everything else in the file stays, comments
too. A copy of what was there before stays beside it. A file that Cotty cannot read is left alone.

Clients: claude (or claude-code) claude-desktop cursor vscode codex gemini opencode windsurf goose
For any other client, "other" prints what it needs.

  --scope S      user (default): your configuration; project: the file in this folder, for everyone who works in it
  --http         an address and a token, instead of a program that the client starts
  --remove       take Cotty out again; the file is then what it was before
  --yes          write without asking
  --print        only show the change
  --json         print the list of clients as JSON; with a client, the change and whether it was written. Nobody is asked then`,
  skill: `Prints a SKILL.md.

  --install      write it to DIRECTORY/cotty/SKILL.md. Without a directory, write it to ~/.agents/skills, and to
                 ~/.claude/skills if you use Claude Code
  --json         print its name and text, or what was written, as JSON`,
  share: `Every agent has its own sessions and sees no others. You, the user, see all of them, and so does every command here.

  --with NAME    share with the agents of that name that are connected now or hold a token
  --all          share with every agent, now and later (also without an option)
  --json         print whom it is shared with as JSON`,
  unshare: `  --with NAME    take it back only from agents of that name; otherwise from all
  --json         print whom it is still shared with as JSON`,
  grant: `Without arguments, lists the agents: id, name, what it may do, whether it is connected, and the folder it was started in.
An agent's name and folder are what it says of itself. So name it by its id where that matters.

  observe        it reads its own sessions and those shared with it
  own            it also drives them, and starts more
  all            it does so with every session
  --once         until the connection ends that it has now (default)
  --run          until the host ends
  --always       until you revoke it
  --revoke       take back what it was granted, at once
  --json         print the result as JSON

Only for you: a person in a terminal that is no session of Cotty's. In a session, and without a terminal, it is refused.

  $0 grant agent-3f2a9c01d5e6b7a8 all --run`,
  token: `create NAME      print a token for one agent, once; Cotty keeps only a hash of it
list             print names and tiers
revoke NAME      end a token, and what its agent has under way; the agent's sessions stay

  --tier observe read the agent's own sessions and those shared with it
  --tier own     also drive them, and start more (default)
  --tier all     do so with every session
  --json         print the result as JSON

  $0 token create codex && $0 http on`,
  http: `Prints the address. Agents send their token there as "Authorization: Bearer …".
It stays on until the host ends; "http": true in settings.json keeps it on. A host that "$0 serve" started has it on.

  --json         print the state as JSON`,
  secret: `Types a password into a program that asks for one. You are asked for it, and it does not show; or pipe it in.
It is not recorded, and no agent sees it. Nothing is typed where the program would show it.

  --ask WHAT     for an agent: ask a person for the secret, wait until it was typed, and print what came of it
  --timeout MS   with --ask, wait at most MS milliseconds for the person (default 120000)
  --decline      say no to the agent that asks
  --json         print the result as JSON

  $0 secret deploy
  pass show server | $0 secret deploy
  $0 secret --ask "sudo password of ada" deploy`,
  halt: `The panic stop. No agent types or starts anything until you undo it. What they have queued is dropped, and what
they wait for ends. The sessions run on, agents can read, and you can type.

  --undo         let the agents type again
  --status       only say how it stands
  --json         print the result as JSON`,
  audit: `Prints one line for each effect and each refusal: when, who, what, which session.
What was typed is not in it: only its length, and for automation a SHA-256 of it, which --json shows.

  -n N           print the last N lines that pass the filters (default 50)
  --client TEXT  only rows with this in the name of the client, agent or principal
  --method TEXT  only rows with this in the method, such as session/write
  --session TEXT only rows with this in the session's id
  --refused      only what was refused or has failed
  --json         print one JSON object a line`,
  "kill-server": "Recordings stay.",
};
