/** A host that lives in the page: it answers the gallery's windows from fixtures. */
import { Client } from "../../../shared/client.ts";
import type { Settings } from "../../../shared/settings/settings.ts";
import type { SettingsState } from "../../../shared/settings/settings-state.ts";
import type { Method, Params, RecordingInfo, Result, SessionInfo } from "../../../shared/protocol.ts";
import { createTransportPair, type Transport } from "../../../shared/transport.ts";
import { frameOf } from "./gallery-sessions.ts";

const LINES = "$ npm test -- --watch\r\n\r\n \x1b[32mPASS\x1b[0m src/api/users.test.ts (12 tests)\r\n$ ";

const START_OPTIONS: Result<"start/options"> = {
  presets: [
    { kind: "shell", label: "Shell (bash)", command: "bash" },
    { kind: "agent", label: "Claude Code", command: "claude" },
    { kind: "debugger", label: "gdb", command: "gdb -q " },
    { kind: "prompt", label: "Python", command: "python3 -q" },
  ],
  recent: [
    { command: "npm test -- --watch", cwd: "/home/ada/webapp", atMs: 2 },
    { command: "gdb -q ./build/a-program-with-a-long-name --args first second third", cwd: "/home/ada/c/orders", atMs: 1 },
  ],
  home: "/home/ada",
};
const ATTENTION_RULES: Result<"attention/rules"> = [
  { id: 1, program: "node", line: "Ready in # ms", state: "idle", addedAtMs: 0 },
  {
    id: 2,
    program: "a-program-with-a-long-name",
    line: "Compiled # of # modules, and the line goes on and on",
    state: "working",
    addedAtMs: 0,
  },
];
const AUDIT_ROW = { time: "2026-01-01T10:00:00.000Z", principal: "agent-1", name: "Claude Code", client: "Claude Code" };
const CONNECT_LIST: Result<"connect/list"> = {
  clients: [
    { client: "claude", label: "Claude Code", found: true, connected: false, file: "/home/ada/.claude.json" },
    { client: "cursor", label: "Cursor", found: true, connected: true, file: "/home/ada/.cursor.json" },
    { client: "codex", label: "Codex", found: false, connected: false, file: "/home/ada/.codex/config.toml" },
  ],
  command: "/usr/bin/node /home/ada/cotty/bin/cotty.js",
  entry:
    '{\n  "mcpServers": {\n    "cotty": { "command": "/usr/bin/node", "args": ["/home/ada/cotty/bin/cotty.js", "mcp"] }\n  }\n}',
};
const CONFIG_DIFF = `    "mcpServers": {
-     "other": { "command": "x" }
+     "other": { "command": "x" },
+     "cotty": {
+       "command": "/usr/bin/node",
+       "args": ["/home/ada/cotty/bin/cotty.js", "mcp"]
+     }
    }
`;

const PAST: readonly RecordingInfo[] = [
  {
    id: "9f86d081884c7d659a2feaa0c55ad015",
    name: "release-notes",
    command: "git log --oneline",
    cwd: "/home/ada/webapp",
    agent: "Claude Code",
    startedAtMs: Date.UTC(2026, 10, 20, 14, 30),
    durationMs: 61_000,
    exit: { code: 0 },
    isLive: false,
    bytes: 48_300,
    markers: [],
  },
];

/** A client of a host with these sessions and these settings, and with what is wrong in their file. */
export function connectGallery(sessions: readonly SessionInfo[], settings: Settings, faults: readonly string[] = []): Client {
  const [near, far] = createTransportPair();
  let chosen = settings;
  const settingsAfter = ({ set }: { readonly set?: string }): SettingsState => {
    chosen = { ...chosen, ...(JSON.parse(set ?? "{}") as Partial<Settings>) };
    return { settings: chosen, given: ["theme", "keys"], faults, isBroken: false, file: "/home/ada/.config/cotty/settings.json" };
  };
  far.onMessage((message) => {
    const { id, method, params } = message as { id?: number; method: string; params: Record<string, unknown> };
    const result = method.startsWith("settings/") ? settingsAfter(params) : answer(method, params, sessions);
    if (id !== undefined) far.send({ jsonrpc: "2.0", id, result });
    if (method === "tiles/subscribe") sendFrames(far, params["ids"] as string[], sessions);
  });
  return new Client(near);
}

/** Answers to requests about the session that they name. */
const SESSION_ANSWERS: { readonly [M in Method]?: (session: SessionInfo, params: Params<M>) => Result<M> } = {
  "session/attach": (session) => ({ screen: LINES, offset: 0, size: session.size, session }),
  "session/screen": ({ size }) => ({ text: "$ npm test -- --watch", offset: 0, size, bufferRows: size.rows, omittedLines: 0 }),
  "session/facts": ({ pid }) => ({
    processes: [
      { pid, command: "npm test", processorMs: 1200, memoryBytes: 90_000_000 },
      { pid: 4712, command: "node vitest", processorMs: 8400, memoryBytes: 210_000_000 },
    ],
    recording: { path: "/home/ada/.local/share/cotty/recordings/9f86d081884c7d65.cast", bytes: 48_300 },
  }),
  "session/why": ({ attention, startedAtMs }) => ({
    ...attention,
    sinceMs: startedAtMs,
    evidence: [
      { source: "terminal", says: "node is blocked reading the terminal" },
      { source: "screen", says: 'the cursor stands after "Do you want to continue? [Y/n] "' },
      { source: "output", says: "nothing was printed for 40 s" },
    ],
  }),
  "session/inputs": ({ startedAtMs, owner }) => [{ atMs: startedAtMs, client: owner, text: "npm test\r", rowFromEnd: 20 }],
};

/** Answers to all other requests. */
const HOST_ANSWERS: { readonly [M in Method]?: (params: Params<M>) => Result<M> } = {
  "attention/rules": () => ATTENTION_RULES,
  "start/options": () => START_OPTIONS,
  "client/list": () => [
    { id: "w1", name: "You", kind: "window", tier: "admin", sinceMs: 0, sessions: 1 },
    { id: "a1", name: "Claude Code", kind: "mcp", tier: "own", sinceMs: 0, sessions: 3 },
    { id: "l1", name: "Share link", kind: "script", tier: "observe", watchesOnly: "api-tests", sinceMs: 0, sessions: 0 },
  ],
  "grant/list": () => ({ agents: [], more: 0 }),
  "audit/list": () => ({
    rows: [
      { ...AUDIT_ROW, monotonic: 2, method: "session/write", session: "api-tests", decision: "allowed" },
      { ...AUDIT_ROW, monotonic: 1, method: "session/kill", session: "another", decision: "no-such-session", count: 12 },
    ],
    next: "1:1",
  }),
  "link/list": () => [{ id: "1", session: "api-tests", createdAtMs: 0, expiresAtMs: 3_600_000 }],
  "connect/list": () => CONNECT_LIST,
  "connect/preview": ({ client }) => ({
    file: `/home/ada/.${client}.json`,
    isNew: false,
    diff: client === "cursor" ? "" : CONFIG_DIFF,
    nextStep: "It reads its configuration when it starts; /mcp shows the connection.",
  }),
  "recording/list": () => ({ recordings: [...PAST], total: PAST.length, totalBytes: 48_300 }),
  "token/list": () => [{ name: "CI", tier: "own", createdAtMs: 0 }],
  "http/switch": () => ({ on: true, url: "http://127.0.0.1:8080/mcp" }),
};

/** A method without an answer here has an empty one. */
function answer(method: string, params: Record<string, unknown>, sessions: readonly SessionInfo[]): unknown {
  const session = sessions.find(({ id }) => id === params["id"]);
  const ofSession = SESSION_ANSWERS[method as Method] as ((session: SessionInfo, params: unknown) => unknown) | undefined;
  const ofHost = HOST_ANSWERS[method as Method] as ((params: unknown) => unknown) | undefined;
  return (session && ofSession?.(session, params)) ?? ofHost?.(params) ?? {};
}

function sendFrames(host: Transport, ids: readonly string[], sessions: readonly SessionInfo[]): void {
  const tiles = sessions.filter(({ id }) => ids.includes(id)).map(frameOf);
  host.send({ jsonrpc: "2.0", method: "tiles/frame", params: { seq: 1, tiles } });
}
