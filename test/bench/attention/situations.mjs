/**
 * Situations that people meet in terminals, each with the state that a person
 * would say it is in. `command` runs with bash. `steps` lead there: each waits until `shows`
 * is on the screen, then types. `ready` is on the screen when the situation has begun. Neither asks the
 * product for a state. `forMs` is how long the situation is watched.
 */
import { atShell, node, SHELL } from "./starts.mjs";

const PYTHON = "python3 -q";
const programs = new URL("programs/", import.meta.url).pathname;

export const situations = [
  // At a prompt, nobody is needed.
  { name: "bash at its prompt", state: "idle", command: SHELL, ready: "here\\$ $" },
  { name: "bash after a command", state: "idle", ...atShell("echo done-$((6*7))"), ready: "done-42\\n.*here\\$ $" },
  { name: "zsh at its prompt", state: "idle", command: "exec env PS1='zsh%% ' zsh -f -i", ready: "zsh% $", needs: "zsh" },
  { name: "fish at its prompt", state: "idle", command: "exec fish --no-config", ready: "[>#] ?$", needs: "fish" },
  {
    name: "a half-typed line",
    state: "idle",
    command: SHELL,
    steps: [{ shows: "here\\$ $", type: "git commit -m 'fix" }],
    afterMs: 1000,
  },
  { name: "python's prompt", state: "idle", command: PYTHON, ready: ">>> $" },
  {
    name: "python inside a block",
    state: "idle",
    command: PYTHON,
    steps: [{ shows: ">>> $", type: "for x in [1]:\r" }],
    ready: "\\.\\.\\. $",
  },
  { name: "node's prompt", state: "idle", command: "node", ready: "^> $" },
  { name: "gdb's prompt", state: "idle", command: "gdb -q -nx", ready: "\\(gdb\\) $", needs: "gdb" },
  { name: "lldb's prompt", state: "idle", command: "lldb -x", ready: "\\(lldb\\) $", needs: "lldb" },
  { name: "pdb's prompt", state: "idle", command: `python3 -m pdb ${programs}counts.py`, ready: "\\(Pdb\\) $" },
  { name: "node inspect's prompt", state: "idle", command: `node inspect ${programs}counts.mjs`, ready: "debug> $" },
  { name: "sqlite's prompt", state: "idle", command: "sqlite3", ready: "sqlite> $", needs: "sqlite3" },
  { name: "irb's prompt", state: "idle", command: "irb --noautocomplete", ready: "irb.*> $", needs: "irb" },
  { name: "ftp-like prompt", state: "idle", command: "while read -p 'ftp> ' x; do :; done", ready: "ftp> $" },
  { name: "cat reads", state: "idle", command: "echo begun; cat", ready: "begun" },

  // Full-screen programs that wait for a key.
  { name: "vim with a file", state: "idle", command: `vim -u NONE -N ${programs}counts.py`, ready: "counts\\.py", needs: "vim" },
  {
    name: "vim in insert mode",
    state: "idle",
    command: "vim -u NONE -N",
    steps: [{ shows: "VIM|~", type: "ihello" }],
    ready: "INSERT",
    needs: "vim",
  },
  { name: "nano", state: "idle", command: "nano -I", ready: "Help", needs: "nano" },
  { name: "mc", state: "idle", command: "mc -d -u", ready: "10?Quit", needs: "mc" },

  // Questions.
  { name: "[Y/n]", state: "waiting", command: "read -p 'Do you want to continue? [Y/n] ' x; sleep 60", ready: "\\[Y/n\\]" },
  { name: "a name is asked for", state: "waiting", command: "read -p 'Your name: ' x; sleep 60", ready: "name: $" },
  {
    name: "a question in a line of its own",
    state: "waiting",
    command: "echo 'Enter the version:'; read x; sleep 60",
    ready: "version:",
  },
  {
    name: "rm -i",
    state: "waiting",
    ...atShell("touch /tmp/cotty-bench-$$; rm -i /tmp/cotty-bench-$$"),
    ready: "remove .*\\? $",
  },
  {
    name: "python input()",
    state: "waiting",
    command: PYTHON,
    steps: [{ shows: ">>> $", type: "x = input('Really delete? ')\r" }],
    ready: "delete\\? $",
  },
  {
    name: "gdb asks to quit",
    state: "waiting",
    command: `gdb -q -nx --args /bin/cat`,
    steps: [
      { shows: "\\(gdb\\) $", type: "starti\r" },
      { shows: "stopped[^]*\\(gdb\\) $", type: "quit\r" },
    ],
    ready: "\\(y or n\\) $",
    needs: "gdb",
  },
  {
    name: "gdb asks about a breakpoint",
    state: "waiting",
    command: "gdb -q -nx",
    steps: [{ shows: "\\(gdb\\) $", type: "break nowhere\r" }],
    ready: "\\(y or \\[n\\]\\) $",
    needs: "gdb",
  },
  { name: "npm init asks", state: "waiting", command: "cd $(mktemp -d) && npm init", ready: "package name:", needs: "npm" },
  {
    name: "ssh asks about a host key",
    state: "waiting",
    command:
      "printf 'The authenticity of host cannot be established.\\nAre you sure you want to continue connecting (yes/no/[fingerprint])? '; read x </dev/tty",
    ready: "\\]\\)\\? $",
  },
  {
    name: "press any key",
    state: "waiting",
    command: "read -n1 -s -r -p 'Press any key to continue . . .' ; sleep 60",
    ready: "any key",
  },

  // Secrets.
  { name: "read -s with a prompt", state: "waiting", command: "read -s -p 'Password: ' x; sleep 60", ready: "Password: $" },
  {
    name: "sudo-like",
    state: "waiting",
    command: `printf '[sudo] password for ada: ' >/dev/tty; stty -echo </dev/tty; read x </dev/tty`,
    ready: "for ada: $",
  },
  {
    name: "python getpass",
    state: "waiting",
    command: `python3 -c "import getpass; getpass.getpass('Token password: ')"`,
    ready: "password: $",
  },
  {
    name: "ssh-keygen asks for a passphrase",
    state: "waiting",
    command: "ssh-keygen -q -t ed25519 -f $(mktemp -u)",
    ready: "passphrase",
    needs: "ssh-keygen",
  },

  // Pages.
  { name: "less", state: "waiting", command: "seq 500 | less -X", ready: "^:$" },
  {
    name: "less at the end",
    state: "waiting",
    command: "seq 500 | less",
    steps: [{ shows: "^:$", type: "G" }],
    ready: "\\(END\\)",
  },
  { name: "more", state: "waiting", command: "seq 500 | more", ready: "More" },
  { name: "man", state: "waiting", command: "man bash", ready: "Manual page|press h", needs: "man" },
  {
    name: "git log in a pager",
    state: "waiting",
    command: `cd $(mktemp -d) && git init -q . && for n in $(seq 40); do git -c user.name=a -c user.email=a@b commit -q --allow-empty -m "change $n"; done; LESS= git log`,
    ready: "^:$",
    needs: "git",
  },

  // Menus and dialogs.
  {
    name: "whiptail asks yes or no",
    state: "waiting",
    command: "whiptail --yesno 'Remove the old kernel now?' 10 40",
    ready: "<Yes>",
    needs: "whiptail",
  },
  {
    name: "dialog's menu",
    state: "waiting",
    command: "dialog --menu 'Choose a mirror' 12 40 3 1 here 2 there 3 far",
    ready: "Choose a mirror",
    needs: "dialog",
  },
  { name: "an agent's permission menu", state: "waiting", command: node("agent-menu"), ready: "3\\. No" },
  { name: "a select list", state: "waiting", command: node("select-list"), ready: "Svelte" },
  { name: "an agent at its input field", state: "idle", command: node("agent-field"), ready: "Try " },
  { name: "an agent that has called", state: "waiting", command: node("agent-field", "--call"), ready: "Try " },

  // At work.
  { name: "a spinner", state: "working", command: node("spinner"), ready: "Installing" },
  { name: "an agent that thinks", state: "working", command: node("agent-field", "--thinks"), ready: "Thinking" },
  {
    name: "a progress bar",
    state: "working",
    command:
      "for n in $(seq 1000); do printf '\\r[%-50s] %d%%' \"$(printf '#%.0s' $(seq $((n/20+1))))\" $((n/10)); sleep 0.1; done",
    ready: "%",
  },
  {
    name: "a slow build",
    state: "working",
    command: 'for n in $(seq 100); do echo "cc -c file$n.c"; sleep 0.7; done',
    ready: "file2",
  },
  { name: "a silent computation", state: "working", command: "echo begun; while :; do :; done", ready: "begun", forMs: 14_000 },
  {
    name: "a compiler without a word",
    state: "working",
    ...atShell("echo begun; python3 -c 'while 1: pass'"),
    ready: "begun\\n",
    forMs: 14_000,
  },
  { name: "sleep, in its first seconds", state: "working", command: "echo begun; sleep 100", ready: "begun" },
  {
    name: "a question that is only printed",
    state: "working",
    command: "printf 'Continue? [Y/n] '; sleep 100",
    ready: "\\[Y/n\\]",
  },
  {
    name: "a password that is only mentioned",
    state: "working",
    command: "for n in $(seq 100); do echo 'Checking password: '; sleep 0.5; done",
    ready: "password",
  },
  { name: "a log of a server", state: "working", command: "while :; do echo GET /; sleep 1; done", ready: "GET" },
  { name: "a flood", state: "working", command: "yes", ready: "y" },

  // Nothing goes on.
  { name: "a server without requests", state: "idle", command: "echo listening; sleep 100", ready: "listening", afterMs: 10_500 },

  // Ends.
  { name: "an end without an error", state: "finished", command: "echo bye", ready: "bye" },
  { name: "a failed build", state: "failed", command: "echo 'make: *** Error 1'; exit 2", ready: "Error" },
  { name: "a crash", state: "failed", command: "echo about; kill -SEGV $$", ready: "about" },

  // Progress, told to the terminal (OSC 9;4).
  {
    name: "an agent that tells its progress",
    state: "working",
    command: node("agent-field", "--progress", "3"),
    ready: "Try ",
    forMs: 14_000,
  },
  { name: "an agent whose progress has ended", state: "idle", command: node("agent-field", "--progress", "0"), ready: "Try " },
  {
    name: "an agent whose progress has failed",
    state: "idle",
    command: node("agent-field", "--progress", "2;50"),
    ready: "Try ",
  },
  {
    name: "progress that a killed program has left",
    state: "idle",
    ...atShell("bash -c 'printf \"\\e]9;4;1;40\\a\"; kill -9 $$'"),
    ready: "Killed",
  },
  {
    name: "a download that tells its progress and prints nothing",
    state: "working",
    command: "printf 'begun\\e]9;4;1;40\\a'; sleep 100",
    ready: "begun",
    afterMs: 10_500,
  },

  // Held out once: the rules have been mended by them.
  { name: "a test runner in watch mode", state: "idle", command: node("keys", "watch"), ready: "press q" },
  { name: "bash's select", state: "waiting", command: "select x in red green blue; do echo $x; done", ready: "#\\? $" },
  { name: "a coding agent's turn ends with a question", state: "waiting", command: node("keys", "asked"), ready: "to change" },
  { name: "fzf", state: "waiting", command: "seq 100 | fzf", ready: "100/100", needs: "fzf" },
  { name: "the pager most", state: "waiting", command: "f=$(mktemp); seq 500 > $f; most $f", ready: "most|MOST", needs: "most" },
];
