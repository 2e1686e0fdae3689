/** Sessions in every state, with what their screens show. Nothing in them is real. */
import type { ClientInfo, Run, SessionInfo, TileFrame } from "../../../shared/protocol.ts";

export const YOU: ClientInfo = { id: "you", name: "You", kind: "window" };
const CLAUDE: ClientInfo = { id: "claude", name: "Claude Code", kind: "mcp" };
const CODEX: ClientInfo = { id: "codex", name: "Codex", kind: "mcp" };
const ADA: ClientInfo = { id: "ada", name: "ada@pts/3", kind: "cli" };
export const CLIENTS = [YOU, CLAUDE, CODEX, ADA];

const AGE_MS = 100_000;
const STARTED_AT_MS = Date.now() - 3 * AGE_MS;

function session(id: string, change: Partial<SessionInfo> = {}): SessionInfo {
  return {
    id,
    command: "npm test -- --watch",
    cwd: "/home/ada/webapp",
    pid: 4121,
    size: { cols: 80, rows: 24 },
    title: "",
    lastLine: "Tests: 21 passed, 21 total",
    owner: CLAUDE,
    attention: { state: "working", reason: "writes output" },
    startedAtMs: STARTED_AT_MS,
    lastOutputAtMs: Date.now() - AGE_MS,
    offset: 100,
    recording: true,
    ...change,
  };
}

const held = (client: ClientInfo): Pick<SessionInfo, "driver"> => ({ driver: { client, sinceMs: STARTED_AT_MS, held: true } });

export const SESSIONS: readonly SessionInfo[] = [
  session("apt-upgrade", {
    owner: CODEX,
    attention: { state: "waiting", reason: "asks" },
    lastLine: "Do you want to continue? [Y/n]",
  }),
  session("password", {
    attention: { state: "waiting", reason: "Claude Code asks for: sudo password of ada" },
    lastLine: "[sudo] password for ada:",
    hiddenInput: {
      sinceMs: STARTED_AT_MS,
      asked: { by: "Claude Code", purpose: "sudo password of ada", sinceMs: STARTED_AT_MS },
    },
  }),
  session("cargo build", {
    attention: { state: "failed", reason: "Exited 101" },
    exit: { code: 101 },
    lastLine: "error: could not compile `svc` due to 1 previous error; 3 warnings emitted",
  }),
  session("segfault", { attention: { state: "failed", reason: "Killed (SIGSEGV)" }, exit: { code: 139, signal: "SIGSEGV" } }),
  session("api-tests", { progress: { kind: "normal", percent: 62 }, bells: 1 }),
  session("not recorded", { recording: false, progress: { kind: "error", percent: 80 } }),
  session("frozen", { frozen: { by: "You", sinceMs: STARTED_AT_MS } }),
  session("you drive", { ...held(YOU), attention: { state: "idle", reason: "no output for a while" } }),
  session("parked", {
    ...held(YOU),
    lease: { mode: "person", by: YOU, sinceMs: STARTED_AT_MS },
    parked: [
      { id: 1, client: CLAUDE, atMs: STARTED_AT_MS, text: "continue\r", isText: true },
      { id: 2, client: CODEX, atMs: STARTED_AT_MS + 5000, text: "<C-c>", isText: false },
      {
        ...{ id: 3, client: CLAUDE, atMs: STARTED_AT_MS + 9000, isText: true, editedBy: YOU },
        text: "print a line that is a good deal longer than the strip below the terminal can ever be wide, whatever the window\r",
      },
    ],
  }),
  session("both type", {
    driver: { client: CLAUDE, sinceMs: STARTED_AT_MS, held: false },
    lease: { mode: "shared", sinceMs: STARTED_AT_MS },
  }),
  session("read-only", { lease: { mode: "read-only", by: ADA, sinceMs: STARTED_AT_MS } }),
  session("offered", { ...held(YOU), lease: { mode: "person", by: YOU, sinceMs: STARTED_AT_MS, offered: true } }),
  session("another window", held({ ...YOU, id: "other" })),
  session("from a shell", { owner: ADA, sharedWith: ["*"] }),
  session("migrate-db", { attention: { state: "finished", reason: "Exited 0" }, exit: { code: 0 }, lastLine: "done" }),
  session("stopped", {
    attention: { state: "finished", reason: "Killed (SIGTERM)" },
    exit: { code: 143, signal: "SIGTERM" },
  }),
  session("a session with a very long name that goes on and on, further than any tile is wide", {
    cwd: "/home/ada/a-folder-with-a-very-long-name/and-another-one",
    size: { cols: 200, rows: 50 },
    lastLine: "a line that is longer than the tile, too, and says nothing in spite of all of its many words",
  }),
  session("日本語のセッション 😀👩‍👩‍👧", { lastLine: "テストは全て成功しました ✅", cwd: "/home/ada/日本語" }),
  session("עברית ועוד مرحبا", { lastLine: "שלום עולם (RTL) 123", cwd: "/home/ada/עברית" }),
  session("eval/math/1", { cwd: "/home/ada/eval", owner: CODEX }),
  session("eval/math/2", { cwd: "/home/ada/eval", owner: CODEX, attention: { state: "idle", reason: "" } }),
];

const run = (text: string, color = -1): Run => [text, color, -1, 0, text.length];
const LONG = "that goes nearly to the end of the eighty columns, because some of them do so";

/** A debugger that has stopped. */
export const DEBUGGED: SessionInfo = session("gdb", {
  attention: { state: "idle", reason: "at its prompt: (gdb)" },
  lastLine: "(gdb)",
  debugger: {
    kind: "gdb",
    isAtPrompt: true,
    stopped: { file: "src/parse.c", line: 214, source: "return token->next->value;" },
    breakpoints: [
      { id: 1, file: "src/parse.c", line: 214 },
      { id: 3, file: "src/main.c", line: 9 },
    ],
  },
});

/** A full frame of a session's screen: its own last line below some lines that all screens have. */
export function frameOf({ id, size, lastLine, exit }: SessionInfo): TileFrame {
  const isWide = size.cols > 80;
  const rows: Run[][] = [
    [run("$ npm test -- --watch")],
    [],
    [run(" PASS ", 2), run("src/api/users.test.ts (12 tests)")],
    [run(" FAIL ", 1), run("src/api/login.test.ts (9 tests)")],
    ...(isWide ? [[run(`${LONG}, ${LONG}, ${LONG}`)]] : []),
    [run(lastLine)],
  ];
  return {
    id,
    size,
    cursor: { x: Math.min(lastLine.length + 1, size.cols - 1), y: rows.length - 1, visible: !exit },
    full: true,
    rows: rows.map((runs, y): [number, Run[]] => [y, runs]),
  };
}

/** Twelve sessions in as many folders, and more of them. */
export function manySessions(count: number): SessionInfo[] {
  return Array.from({ length: count }, (_, n) => {
    const like = SESSIONS[n % SESSIONS.length] ?? session("none");
    return { ...like, id: `${like.id} ${n}`, cwd: `/home/ada/project-${n % 12}`, startedAtMs: STARTED_AT_MS + n };
  });
}
