/**
 * The rows that the product is not tuned to: a third of the table, with some of
 * each kind. Who works on the product runs `--set tuned`, does not read this
 * file, and reports both figures at the end.
 */
import { agent, command } from "./agents.mjs";
import { ASKS, BASH, inBash, lines, numberedLines, PAGES, questionnaire, script, SHELL } from "./steps.mjs";

const repository = script(
  "export GIT_CONFIG_GLOBAL=$PWD/gitconfig GIT_EDITOR='vim -u NONE -N'",
  "git config --global user.name bench; git config --global user.email bench@localhost; git config --global init.defaultBranch main",
  "git init -q repo; cd repo",
  'for i in 1 2 3; do seq $i > f$i; git add .; git commit -qm "change $((i*1111))"; done',
  "exec bash --norc",
);

export const heldOut = [
  {
    name: "zsh that redraws its prompt later",
    kind: "shell",
    requires: { bin: "zsh", apt: "zsh" },
    files: {
      ".zshrc":
        "PROMPT='%~ (-) %# '\nahead() { zle -F $1; exec {1}<&-; PROMPT='%~ (main) %# '; zle reset-prompt }\nprecmd() { PROMPT='%~ (-) %# '; exec {fd}< <(sleep 0.3; echo); zle -F $fd ahead }\n",
    },
    start: "zsh",
    prompt: /~ \(-\) # /,
    steps: SHELL.slice(0, 4),
  },
  { name: "ksh", kind: "shell", requires: { bin: "ksh", apt: "ksh" }, start: "ksh", prompt: /# /, steps: SHELL },
  {
    name: "tcsh",
    kind: "shell",
    requires: { bin: "tcsh", apt: "tcsh" },
    start: "tcsh -f",
    prompt: /[>#] $/,
    steps: [
      ...lines("@ x = {a} + {b}; echo $x", "@ x = {a} + {b}; sleep 0.7; echo $x"),
      ...lines("@ x = {a} + {b}; printf 'Testing (1/2)'; sleep 1.2; printf '\\rDone: %s\\n' $x"),
    ],
  },
  {
    name: "prompt as starship draws it",
    kind: "shell",
    start:
      "PS1='\\n\\[\\e[1;36m\\]\\w\\[\\e[0m\\] on \\[\\e[1;35m\\] main\\[\\e[0m\\] via \\[\\e[1;32m\\] v20\\[\\e[0m\\]\\n\\[\\e[1;32m\\]❯\\[\\e[0m\\] ' exec bash --norc",
    prompt: /❯ $/,
    steps: SHELL,
  },
  {
    name: "python3 -m asyncio",
    kind: "repl",
    requires: { bin: "python3" },
    start: "python3 -m asyncio",
    prompt: />>> $/,
    steps: lines("print({a}+{b})", "await asyncio.sleep(0.7) or {a}+{b}"),
  },
  {
    name: "bpython",
    kind: "repl",
    requires: { bin: "bpython", apt: "bpython" },
    start: "bpython -q",
    prompt: />>> /,
    answer: false,
    steps: lines("print({a}+{b})", "import time; time.sleep(0.7); print({a}+{b})"),
  },
  {
    name: "deno",
    kind: "repl",
    requires: { npm: "deno" },
    start: ({ folders }) => `${folders.deno}/node_modules/.bin/deno repl`,
    env: { NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1" },
    prompt: /\n> /,
    steps: lines("console.log({a}+{b})", "await new Promise((go) => setTimeout(go, 700)); console.log({a}+{b})"),
  },
  {
    name: "perl -de0",
    kind: "debugger",
    requires: { bin: "perl", apt: "perl" },
    start: "perl -de0",
    prompt: /DB<\d+> $/,
    steps: lines("print {a}+{b}", "select(undef, undef, undef, 0.7); print {a}+{b}"),
  },
  {
    name: "R",
    kind: "repl",
    requires: { bin: "R", apt: "r-base-core" },
    start: "R --vanilla -q",
    ready: /> $/,
    prompt: /\n> $/,
    steps: [
      ...lines("{a}+{b}", "Sys.sleep(0.7); {a}+{b}"),
      { line: "123456 +", prompt: /\n\+ $/ },
      { line: "500000", shows: "623456" },
      { line: "x <- readline('Name: ')", shows: /\n/, prompt: /Name: $/, ended: ASKS, answer: false },
      { line: "me", prompt: /\n> $/ },
    ],
  },
  {
    name: "jshell",
    kind: "repl",
    requires: { bin: "jshell" },
    start: "jshell -s --startup DEFAULT",
    prompt: /-> $/,
    steps: lines("System.out.println({a}+{b})", "Thread.sleep(700); System.out.println({a}+{b})"),
  },
  {
    name: "dc",
    kind: "calculator",
    requires: { bin: "dc", apt: "dc" },
    start: "echo here; dc",
    ready: /here\n/,
    prompt: /\n/,
    steps: [{ line: "{a} {b} + p" }, { line: "{b} {a} + p" }, { line: "!sleep 0.7; echo $(({a}+{b}))" }],
  },
  {
    name: "script",
    kind: "outside reader",
    requires: { bin: "script" },
    start: "script -q -c 'bash --norc' /dev/null",
    prompt: BASH.prompt,
    steps: SHELL.slice(0, 5),
  },

  {
    name: "mariadb",
    kind: "database",
    requires: { bin: "mariadb", apt: "mariadb-server", service: "mariadb" },
    start: ({ mariadb }) => `mariadb --no-defaults -u root -S ${mariadb}`,
    prompt: /MariaDB \[\(none\)\]> $/,
    steps: [
      ...lines("select {a}+{b};", "select sleep(0.7), {a}+{b};"),
      { line: "select 123456", prompt: /\n +-> $/ },
      { line: "+500000;", shows: "623456" },
    ],
  },
  {
    name: "cgdb",
    kind: "debugger",
    requires: { bin: "cgdb", apt: "cgdb" },
    start: "cgdb -q",
    prompt: /\(gdb\)/,
    answer: false,
    steps: lines("print {a}+{b}", "python import time; time.sleep(0.7); print({a}+{b})"),
  },

  {
    name: "emacs -nw",
    kind: "editor",
    requires: { bin: "emacs", apt: "emacs-nox" },
    ...inBash({ "notes.txt": numberedLines(60) }),
    answer: false,
    steps: [
      { line: "emacs -nw -Q notes.txt", shows: /L00020/, prompt: "", ended: ASKS },
      { keys: ["M-:"], shows: /Eval:/, prompt: "", ended: ASKS },
      { line: "(progn (sleep-for 0.7) (+ {a} {b}))", prompt: "", ended: ASKS },
      { keys: ["C-x", "C-c"], prompt: BASH.prompt },
    ],
  },
  {
    name: "man",
    kind: "pager",
    requires: { bin: "man", apt: "man-db" },
    ...inBash({ "page.1": `.TH PAGE 1\n.SH NAME\npage \\- a page\n${numberedLines(100).replaceAll("\n", "\n.br\n")}` }),
    env: { MANPAGER: "less", LESS: "" },
    answer: false,
    steps: [
      { line: "man ./page.1", shows: /L00020/, prompt: /to quit\)$/, ended: PAGES },
      { keys: ["Space"], shows: /L00045/, prompt: /to quit\)$/, ended: PAGES },
      { keys: ["q"], prompt: BASH.prompt },
    ],
  },
  {
    name: "htop",
    kind: "dashboard",
    requires: { bin: "htop", apt: "htop" },
    ...inBash({}),
    answer: false,
    steps: [
      { line: "htop -d 50", shows: /Quit/, prompt: "", ended: ASKS },
      { keys: ["F1"], shows: /show this help screen/, prompt: "", ended: ASKS },
      { keys: ["q"], shows: /Quit|PID/, prompt: "", ended: ASKS },
      { keys: ["q"], prompt: BASH.prompt },
    ],
  },
  {
    name: "ncdu",
    kind: "dashboard",
    requires: { bin: "ncdu", apt: "ncdu" },
    ...inBash({ "folder/one": "1" }),
    answer: false,
    steps: [
      { line: "ncdu .", shows: /Total disk usage/, prompt: "", ended: ASKS },
      { keys: ["q"], prompt: BASH.prompt },
    ],
  },
  {
    name: "screen",
    kind: "outside reader",
    requires: { bin: "screen", apt: "screen" },
    env: ({ folder }) => ({ SCREENDIR: `${folder}/screens` }),
    start: "mkdir -m 700 screens; screen -c /dev/null bash --norc",
    prompt: /bash-\d\.\d#/,
    answer: false,
    steps: [SHELL[0], SHELL[1], SHELL[3]],
    cleanUp: ({ folder }) => `SCREENDIR=${folder}/screens screen -X quit`,
  },
  {
    name: "whiptail",
    kind: "question",
    requires: { bin: "whiptail", apt: "whiptail" },
    ...inBash({
      "ask.sh": script(
        'sleep 0.5; whiptail --menu "Pick for $((123*1000))" 12 40 2 1 one 2 two 2>pick',
        'sleep 0.5; whiptail --yesno "Go on with $((456*1000))" 8 40',
        "sleep 0.5; echo $((789*1000))",
      ),
    }),
    waits: ["prompt", "input"],
    answer: false,
    steps: [
      { line: "./ask.sh", shows: /123000/, prompt: /Cancel/, ended: ASKS },
      { keys: ["Enter"], shows: /456000/, prompt: /No/, ended: ASKS },
      { keys: ["Enter"], shows: /789000/, prompt: BASH.prompt },
    ],
  },
  {
    name: "fzf",
    kind: "question",
    requires: { bin: "fzf", apt: "fzf" },
    ...inBash({ "pick.sh": script("sleep 0.5; n=$(seq 1000 1500 | fzf); echo $((n*1000))") }),
    waits: ["prompt", "input"],
    answer: false,
    steps: [
      { line: "./pick.sh", shows: /501\/501/, prompt: "", ended: ASKS },
      { keys: ["1", "2", "3", "4"], shows: /\b1\/501/, prompt: "", ended: ASKS },
      { keys: ["Enter"], shows: /1234000/, prompt: BASH.prompt },
    ],
  },
  {
    name: "git rebase -i",
    kind: "editor",
    requires: { bin: "git", apt: "git vim" },
    files: { "setup.sh": repository },
    start: "./setup.sh",
    prompt: BASH.prompt,
    answer: false,
    steps: [
      { line: "git rebase -i --root", shows: /change 1111/, prompt: "", ended: ASKS },
      { line: ":1s/pick/reword/", shows: /reword/, prompt: "", ended: ASKS },
      { line: ":wq", shows: /Please enter the commit message/, prompt: "", ended: ASKS },
      { line: ":wq", shows: /Successfully rebased/, prompt: BASH.prompt },
    ],
  },

  ...[100, 500].map((ms) => ({
    name: `ssh, ${ms} ms`,
    kind: "remote",
    requires: { bin: "ssh", apt: "openssh-client openssh-server", service: "ssh" },
    start: ({ ssh }) => `${ssh[ms]} 'PS1="far# " exec bash --norc'`,
    prompt: /far# $/,
    steps: [
      ...SHELL,
      {
        line: "read -s -p 'Password: ' word; echo; echo $((123456+500000))",
        shows: /\n/,
        prompt: /Password: $/,
        ended: ASKS,
        answer: false,
      },
      { line: "secret", shows: "623456" },
      { line: "less /etc/services", shows: /netstat|systat/, prompt: "", ended: PAGES, answer: false },
      { keys: ["q"] },
    ],
  })),
  {
    name: "python's input",
    kind: "question",
    requires: { bin: "python3" },
    start: "python3 -c 'while True: print(eval(input(\"Your sum: \")))'",
    prompt: /Your sum: $/,
    ended: ASKS,
    waits: ["prompt", "input"],
    steps: [{ line: "{a}+{b}" }, { line: '__import__("time").sleep(0.7) or {a}+{b}' }],
  },
  {
    name: "question beside a working thread",
    kind: "question",
    requires: { bin: "python3" },
    start: ({ programs }) => `python3 ${programs}/threads.py`,
    prompt: /Numbers to add\? $/,
    ended: ASKS,
    waits: ["prompt", "input"],
    steps: [{ line: "{a}+{b}" }, { line: "{b}+{a}" }],
  },
  { name: "enquirer", ...questionnaire("enquirer") },
  {
    name: "Ink input field",
    kind: "questionnaire",
    requires: { npm: "ink" },
    start: ({ folders }) => `node ${folders.ink}/ink.mjs field`,
    waits: ["prompt", "input"],
    ended: ASKS,
    answer: false,
    opening: { shows: /0 answers/ },
    steps: [
      { submit: "{a} and {b}", shows: "the sum is {sum}", prompt: /1 answers/ },
      { submit: "{b} and {a}", shows: "the sum is {sum}", prompt: /2 answers/ },
    ],
  },
  {
    name: "readline question",
    kind: "question",
    start: ({ programs }) => `node ${programs}/readline.mjs 'Numbers to add: '`,
    prompt: /Numbers to add: $/,
    ended: ASKS,
    waits: ["prompt", "input"],
    steps: [{ line: "{a} {b}" }, { line: "{b} {a}" }],
  },
  {
    name: "sed -u",
    kind: "no prompt",
    start: "echo here; sed -u s/x/7777/",
    ready: /here\n/,
    ended: ASKS,
    steps: [
      { line: "ax", shows: /a7777\n/ },
      { line: "bx", shows: /b7777\n/ },
    ],
  },
  {
    name: "pause in a program that selects",
    kind: "pause",
    requires: { bin: "python3" },
    start: ({ programs }) => `python3 ${programs}/selecting.py`,
    prompt: /ready> $/,
    steps: lines("plain {a}+{b}", "download {a}+{b}", "test {a}+{b}", "check {a}+{b}"),
  },

  agent({
    name: "Codex",
    npm: "codex",
    opens: /script default/,
    start: ({ folders }) => command(folders.codex, "codex"),
    files: {
      ".codex/config.toml": ({ model, folder }) =>
        [
          'model = "script"',
          'model_provider = "scripted"',
          'approval_policy = "never"',
          'sandbox_mode = "read-only"',
          "check_for_update_on_startup = false",
          '[model_providers.scripted]\nname = "Scripted"',
          `base_url = "${model}/v1"`,
          'wire_api = "responses"',
          "[analytics]\nenabled = false",
          `[projects."${folder}"]\ntrust_level = "trusted"\n`,
        ].join("\n"),
    },
  }),
  agent({
    name: "pi",
    npm: "pi",
    opens: /Pi can explain/,
    start: ({ folders }) => `${command(folders.pi, "pi")} --provider scripted --model script`,
    env: { PI_OFFLINE: "1", PI_SKIP_VERSION_CHECK: "1" },
    files: {
      ".pi/agent/models.json": ({ model }) => {
        const limits = { reasoning: false, input: ["text"], contextWindow: 100_000, maxTokens: 4096 };
        const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
        const models = [{ id: "script", name: "script", ...limits, cost }];
        return JSON.stringify({
          providers: { scripted: { baseUrl: `${model}/v1`, api: "openai-completions", apiKey: "none", models } },
        });
      },
    },
  }),
];
