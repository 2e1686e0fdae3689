/**
 * Situations that were written without a look at the rules and before any of them had been
 * tried. Who works on the rules runs `--set tuned` and does not read this file. A situation
 * by which the rules have been mended moves to `situations.mjs`: five have, of 44.
 */
import { atShell, node, SHELL } from "./starts.mjs";

const repository =
  "cd $(mktemp -d) && export GIT_CONFIG_GLOBAL=$PWD/config && git config --global user.name a && git config --global user.email a@b && git init -q .";

export const heldOut = [
  // At rest.
  {
    name: "a stopped job",
    state: "idle",
    command: SHELL,
    steps: [
      { shows: "here\\$ $", type: "bash -c 'echo be''gun; exec cat'\r" },
      { shows: "begun", type: "\x1a" },
    ],
    ready: "Stopped",
  },
  { name: "a job in the background", state: "idle", ...atShell("sleep 100 &"), ready: "\\[1\\]" },
  { name: "a here-document", state: "idle", ...atShell("cat <<END"), ready: "^> $" },
  { name: "bc reads", state: "idle", command: "echo begun; bc -q", ready: "begun", needs: "bc" },
  { name: "ed reads", state: "idle", command: "echo begun; ed -s", ready: "begun", needs: "ed" },
  { name: "perl's debugger", state: "idle", command: "PERLDB_OPTS=HistFile= perl -de 0", ready: "DB<1> $", needs: "perl" },
  {
    name: "sqlite inside a statement",
    state: "idle",
    command: "sqlite3",
    steps: [{ shows: "sqlite> $", type: "select\r" }],
    ready: "\\.\\.\\.> $",
    needs: "sqlite3",
  },
  {
    name: "fdisk's prompt",
    state: "idle",
    command: "f=$(mktemp); truncate -s 10M $f; fdisk $f",
    ready: "for help\\): $",
    needs: "fdisk",
  },
  {
    name: "a shell in tmux",
    state: "idle",
    command: "exec env PS1='here$ ' tmux -L bench$$ -f /dev/null new 'bash --norc'",
    ready: "bash-",
    needs: "tmux",
  },
  {
    name: "git commit in vim",
    state: "idle",
    command: `${repository} && touch f && git add f && GIT_EDITOR='vim -u NONE -N' git commit`,
    ready: "COMMIT_EDITMSG",
    needs: "vim",
  },
  { name: "ranger", state: "idle", command: "cd / && ranger --clean", ready: "/usr|usr", needs: "ranger" },
  {
    name: "a line of a program's own",
    state: "idle",
    command: `node -e 'const rl = require("readline").createInterface(process.stdin, process.stdout); rl.setPrompt("app> "); rl.prompt()'`,
    ready: "app> $",
  },
  { name: "netcat listens", state: "idle", command: "nc -v -l 127.0.0.1 0", ready: "[Ll]istening", afterMs: 10_500, needs: "nc" },
  {
    name: "a file without news",
    state: "idle",
    command: "echo old > /tmp/bench-tail-$$; tail -f /tmp/bench-tail-$$",
    ready: "old",
    afterMs: 10_500,
  },
  {
    name: "a web server without requests",
    state: "idle",
    command: "python3 -u -m http.server 0 --bind 127.0.0.1",
    ready: "Serving",
    afterMs: 10_500,
  },

  // Questions.
  {
    name: "git add -p",
    state: "waiting",
    command: `${repository} && echo a > f && git add f && git commit -qm a && echo b > f && git add -p`,
    ready: "\\[y,n,q.*\\? $",
    needs: "git",
  },
  { name: "mv -i", state: "waiting", ...atShell("cd $(mktemp -d); touch a b; mv -i a b"), ready: "overwrite .*\\? $" },
  {
    name: "a question of node's readline",
    state: "waiting",
    command: `node -e 'const rl = require("readline").createInterface(process.stdin, process.stdout); rl.question("What is the name of your project? ", () => rl.close())'`,
    ready: "project\\? $",
  },
  {
    name: "ok to proceed",
    state: "waiting",
    command: `node -e 'const rl = require("readline").createInterface(process.stdin, process.stdout); rl.question("Need to install the following packages:\\ncreate-thing@1.0.0\\nOk to proceed? (y) ", () => rl.close())'`,
    ready: "\\(y\\) $",
  },
  { name: "a login", state: "waiting", command: "read -p 'box login: ' x; sleep 60", ready: "login: $" },
  { name: "a second factor", state: "waiting", command: "read -p 'Verification code: ' x; sleep 60", ready: "code: $" },
  {
    name: "gpg asks what kind of key",
    state: "waiting",
    command: "GNUPGHOME=$(mktemp -d) gpg --full-generate-key",
    ready: "selection\\? $",
    needs: "gpg",
  },
  { name: "passwd", state: "waiting", command: "passwd", ready: "[Pp]assword: $", needs: "passwd" },

  // Menus, dialogs, pages.
  { name: "checkboxes", state: "waiting", command: node("keys", "checkboxes"), ready: "Vitest" },
  {
    name: "whiptail tells something",
    state: "waiting",
    command: "whiptail --msgbox 'The service has to be started again.' 10 50",
    ready: "<Ok>",
    needs: "whiptail",
  },
  {
    name: "dialog asks for a line",
    state: "waiting",
    command: "dialog --inputbox 'Name of the host' 10 40",
    ready: "Name of the host",
    needs: "dialog",
  },
  {
    name: "dialog asks for a password",
    state: "waiting",
    command: "dialog --passwordbox 'Password of the database' 10 40",
    ready: "database",
    needs: "dialog",
  },
  {
    name: "gdb's pager",
    state: "waiting",
    command: "gdb -q -nx -ex 'set height 5' -ex 'help data'",
    ready: "--Type <RET>",
    needs: "gdb",
  },
  {
    name: "python's help",
    state: "waiting",
    command: "PAGER=less python3 -q",
    steps: [{ shows: ">>> $", type: "help(str)\r" }],
    ready: "class str[^]*:$",
  },

  // At work.
  { name: "a coding agent that counts seconds", state: "working", command: node("keys", "ticking"), ready: "\\(2s" },
  {
    name: "dialog's gauge",
    state: "working",
    command: "for n in $(seq 100); do echo $n; sleep 0.2; done | dialog --gauge Copying 8 40",
    ready: "Copying",
    needs: "dialog",
  },
  {
    name: "rsync tells its progress",
    state: "working",
    command: "d=$(mktemp -d); head -c 20000000 /dev/zero > $d/a; rsync --bwlimit=500 --info=progress2 $d/a $d/b; sleep 60",
    ready: "%",
    needs: "rsync",
  },
  {
    name: "curl tells its progress",
    state: "working",
    command: "f=$(mktemp); head -c 20000000 /dev/zero > $f; curl --limit-rate 500k -o /dev/null file://$f; sleep 60",
    ready: "Total|%",
    needs: "curl",
  },
  {
    name: "dd without a word",
    state: "working",
    command: "echo begun; dd if=/dev/zero of=/dev/null bs=1M",
    ready: "begun",
    forMs: 14_000,
  },
  {
    name: "a test that says where it is",
    state: "working",
    command:
      `python3 -uc 'import time\nfor n in range(100): print(f"Running test {n}/100 ... ", end="", flush=True); time.sleep(1.5); print("ok")'`.replaceAll(
        "\\n",
        "\n",
      ),
    ready: "test 2",
  },
  {
    name: "checksums, one after the other",
    state: "working",
    command: "while :; do head -c 2G /dev/zero | md5sum; done",
    ready: "-\\n",
    forMs: 8000,
  },

  // Ends.
  { name: "a traceback", state: "failed", command: "echo begun; python3 -c 'import nothing_of_that_name'", ready: "begun" },
  { name: "a time limit", state: "failed", command: "echo begun; timeout 0.3 sleep 9", ready: "begun" },
  { name: "an end by exec", state: "finished", command: "echo begun; exec true", ready: "begun" },
];
