import { describe, expect, test } from "vitest";
import { editJson, readJson } from "../../../electron/connect/json-format.ts";
import { mergeEntry } from "../../../electron/connect/merge.ts";
import { editToml, readToml } from "../../../electron/connect/toml-format.ts";

const PATH = ["mcpServers", "cotty"];
const ENTRY = { command: "/usr/bin/node", args: ["/a b/cotty.js", "mcp"] };

describe("JSON", () => {
  test("an empty file, one with nothing in it and one with other things", () => {
    for (const text of [
      "",
      "\n",
      "{}",
      "{\n}\n",
      '{ "other": [1, 2] }\n',
      '{ "mcpServers": {} }',
      '{"mcpServers":{"x":{"command":"y"}}}',
    ]) {
      const edited = editJson(text, PATH, ENTRY);
      expect(readJson(edited)).toMatchObject({ mcpServers: { cotty: ENTRY } });
      expect(readJson(editJson(edited, PATH, undefined))).toEqual({ mcpServers: {}, ...(readJson(text) as object) });
    }
  });

  test("comments, trailing commas, tabs and line ends stay as they are", () => {
    const text =
      '// mine\r\n{\r\n\t"theme": "dark", // night\r\n\t"mcpServers": {\r\n\t\t/* keep */\r\n\t\t"a": {\r\n\t\t\t"command": "b", // b\r\n\t\t},\r\n\t},\r\n}\r\n';
    const edited = editJson(text, PATH, ENTRY);
    for (const kept of [
      "// mine\r\n",
      "// night\r\n",
      "/* keep */",
      '"command": "b", // b\r\n\t\t},\r\n',
      '\r\n\t\t"cotty": {\r\n\t\t\t',
    ]) {
      expect(edited).toContain(kept);
    }
    expect(edited.replaceAll("\r\n", "")).not.toContain("\n");
    expect(editJson(edited, PATH, ENTRY)).toBe(edited);
  });

  test("within our entry only what differs is touched", () => {
    const text =
      '{\n  "mcpServers": {\n    "cotty": {\n      // why\n      "command": "old",\n      "args": ["x"],\n      "timeout": 5 // long\n    }\n  }\n}\n';
    const edited = editJson(text, PATH, { ...ENTRY, timeout: 5 });
    expect(edited).toContain("// why\n");
    expect(edited).toContain('"timeout": 5 // long\n');
    expect(edited).not.toContain("old");
  });

  test.each([
    ['{ "a": }', /line 1, column 8: a value is missing/],
    ['{\n  "a": 1', /line 2, column 9: a closing brace } is missing/],
    ["[]", /does not contain a JSON object/],
    ["null", /does not contain a JSON object/],
    ['{ "mcpServers": [] }', /"mcpServers" in it is not an object/],
    ['{ "mcpServers": null }', /"mcpServers" in it is not an object/],
    ['{ "mcpServers": {}, "mcpServers": {} }', /does a key occur twice/],
  ])("%s is refused", (text, message) => {
    expect(() => editJson(text, PATH, ENTRY)).toThrow(message);
  });
});

describe("TOML", () => {
  const path = ["mcp_servers", "cotty"];
  const other = '# mine\nmodel = "gpt" # fast\n\n[mcp_servers.other]\ncommand = "x"   # keep\nargs = [ \'a\' ,\n  "b" ] # end\n';
  const after = '\n# about profiles\n[profiles.fast]\nmodel = """\n[mcp_servers.cotty]\n"""\n';

  test("a table is appended, and cut out without a trace", () => {
    const edited = editToml(other, path, ENTRY);
    expect(edited).toBe(`${other}\n[mcp_servers.cotty]\ncommand = "/usr/bin/node"\nargs = ["/a b/cotty.js", "mcp"]\n`);
    expect(readToml(editToml(edited, path, undefined))).toEqual(readToml(other));
    expect(editToml("", path, { url: "u" })).toBe('[mcp_servers.cotty]\nurl = "u"\n');
    expect(editToml(editToml("", path, { url: "u" }), path, undefined).trim()).toBe("");
    expect(editToml(other, path, undefined)).toBe(other);
  });

  test("only the keys that differ change; comments and what follows stay", () => {
    const ours =
      "\n[mcp_servers.cotty] # us\n# why\ncommand = 'old'\nargs = [\n  'x',\n]\nstartup_timeout_sec = 5 # slow\n\n[mcp_servers.cotty.env]\nA = '1'\n";
    const follows = "\n# about profiles\n[profiles.fast]\nmodel = 'm'\n";
    const edited = editToml(other + ours + follows, path, { ...ENTRY, startup_timeout_sec: 5, env: { A: "1" } });
    expect(edited).toBe(
      `${other}\n[mcp_servers.cotty] # us\n# why\nstartup_timeout_sec = 5 # slow\ncommand = "/usr/bin/node"\nargs = ["/a b/cotty.js", "mcp"]\n\n[mcp_servers.cotty.env]\nA = '1'\n${follows}`,
    );
    expect(editToml(edited, path, undefined).replace(/\n{3,}/, "\n\n")).toBe(other + follows);
  });

  test("variables come and go with their table", () => {
    const text = "[mcp_servers.cotty]\ncommand = 'x'\n\n[mcp_servers.cotty.env]\nA = '1'\n";
    expect(readToml(editToml(text, path, { url: "u" }))).toEqual({ mcp_servers: { cotty: { url: "u" } } });
    expect(readToml(editToml(text, path, { command: "x", env: { A: "2", "B C": 'q"\\' } }))).toEqual({
      mcp_servers: { cotty: { command: "x", env: { A: "2", "B C": 'q"\\' } } },
    });
  });

  test("line ends stay", () => {
    expect(editToml("a = 1\r\n", path, { url: "u" })).toBe('a = 1\r\n\r\n[mcp_servers.cotty]\r\nurl = "u"\r\n');
  });

  test.each([
    ["[mcp_servers]\ncotty = { command = 'x' }\n", /must be changed by hand/],
    ["mcp_servers.cotty.command = 'x'\n", /must be changed by hand/],
    ["a = \n", /Invalid TOML/],
    ["mcp_servers = 3\n", /"mcp_servers" in it is not an object/],
    [`[mcp_servers.cotty]\ncommand = 'x'\n${after}`, /must be changed by hand/],
  ])("%j is left alone", (text, message) => {
    expect(() => editToml(text, path, ENTRY)).toThrow(message);
  });
});

describe("an entry that is there", () => {
  test("keeps what the user has put into it, and nothing of another way to reach us", () => {
    const earlier = { url: "u", headers: { A: "b" }, timeout: 9, env: { MINE: "1", COTTY_HOME: "/old" }, trust: true };
    expect(mergeEntry(earlier, { command: "c", args: [], env: { COTTY_HOME: "/new" } }, "env")).toEqual({
      command: "c",
      args: [],
      env: { MINE: "1", COTTY_HOME: "/new" },
      timeout: 9,
      trust: true,
    });
    expect(mergeEntry(earlier, { command: "c", args: [] }, "env").env).toEqual({ MINE: "1" });
    expect(mergeEntry(earlier, { url: "v" }, "env")).toEqual({ url: "v", timeout: 9, trust: true });
  });
});
