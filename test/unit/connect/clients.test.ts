import { describe, expect, test } from "vitest";
import { clientNamed, CLIENTS, configPath } from "../../../electron/connect/clients.ts";
import { lineDiff } from "../../../electron/connect/line-diff.ts";
import { httpByVariable } from "../../../electron/connect/server-entry.ts";

const linux = { platform: "linux", env: {}, home: "/home/u", cwd: "/work-in" } as const;
const mac = { ...linux, platform: "darwin", home: "/Users/u" } as const;
const windows = {
  ...linux,
  platform: "win32",
  home: "C:\\Users\\u",
  env: { APPDATA: "C:\\Users\\u\\AppData\\Roaming" },
} as const;

describe("where a client keeps its configuration", () => {
  test.each([
    ["claude", "/home/u/.claude.json", "/work-in/.mcp.json"],
    ["claude-desktop", "/home/u/.config/Claude/claude_desktop_config.json", undefined],
    ["cursor", "/home/u/.cursor/mcp.json", "/work-in/.cursor/mcp.json"],
    ["vscode", "/home/u/.config/Code/User/mcp.json", "/work-in/.vscode/mcp.json"],
    ["codex", "/home/u/.codex/config.toml", "/work-in/.codex/config.toml"],
    ["gemini", "/home/u/.gemini/settings.json", "/work-in/.gemini/settings.json"],
    ["opencode", "/home/u/.config/opencode/opencode.json", "/work-in/opencode.json"],
    ["windsurf", "/home/u/.codeium/windsurf/mcp_config.json", undefined],
    ["goose", "/home/u/.config/goose/config.yaml", undefined],
  ] as const)("%s", (id, user, project) => {
    expect(configPath(CLIENTS[id], "user", linux)).toBe(user);
    expect(configPath(CLIENTS[id], "project", linux)).toBe(project);
  });

  test("applications keep it where their platform says", () => {
    expect(configPath(CLIENTS["claude-desktop"], "user", mac)).toBe(
      "/Users/u/Library/Application Support/Claude/claude_desktop_config.json",
    );
    expect(configPath(CLIENTS.goose, "user", windows)).toBe("C:\\Users\\u\\AppData\\Roaming\\Block\\goose\\config\\config.yaml");
    expect(configPath(CLIENTS.vscode, "user", windows)).toBe("C:\\Users\\u\\AppData\\Roaming\\Code\\User\\mcp.json");
  });

  test("variables that the clients honour are honoured", () => {
    const env = { CLAUDE_CONFIG_DIR: "/c", CODEX_HOME: "/x", XDG_CONFIG_HOME: "/g" };
    expect(configPath(CLIENTS.claude, "user", { ...linux, env })).toBe("/c/.claude.json");
    expect(configPath(CLIENTS.codex, "user", { ...linux, env })).toBe("/x/config.toml");
    expect(configPath(CLIENTS.opencode, "user", { ...linux, env })).toBe("/g/opencode/opencode.json");
  });
});

test("a client is known by the names that people use for it", () => {
  expect([clientNamed("claude-code"), clientNamed("goose"), clientNamed("constructor"), clientNamed("")]).toEqual([
    "claude",
    "goose",
    undefined,
    undefined,
  ]);
});

test("a file that is shared names a variable in the client's own way, and holds no token", () => {
  expect(CLIENTS.claude.http(httpByVariable("http://x/mcp", CLIENTS.claude))).toMatchObject({
    headers: { Authorization: "Bearer ${COTTY_TOKEN}" },
  });
  expect(CLIENTS.cursor.http(httpByVariable("http://x/mcp", CLIENTS.cursor))).toMatchObject({
    headers: { Authorization: "Bearer ${env:COTTY_TOKEN}" },
  });
  expect(CLIENTS.opencode.http(httpByVariable("http://x/mcp", CLIENTS.opencode))).toMatchObject({
    headers: { Authorization: "Bearer {env:COTTY_TOKEN}" },
  });
  expect(CLIENTS.codex.http(httpByVariable("http://x/mcp", CLIENTS.codex))).toMatchObject({
    bearer_token_env_var: "COTTY_TOKEN",
  });
});

describe("the difference", () => {
  test("is what goes and comes, with a little around it", () => {
    expect(lineDiff("1\n2\n3\n4\nold\n5\n6\n7\n8\n", "1\n2\n3\n4\nnew\nmore\n5\n6\n7\n8\n")).toBe(
      "  2\n  3\n  4\n- old\n+ new\n+ more\n  5\n  6\n  7\n",
    );
    expect(lineDiff("", "a\n")).toBe("+ a\n");
    expect(lineDiff("a\na\n", "a\n")).toBe("  a\n- a\n");
  });
});
