import { describe, expect, test } from "vitest";
import { editYaml, readYaml } from "../../../electron/connect/yaml-format.ts";

const PATH = ["extensions", "cotty"];
const ENTRY = { cmd: "/usr/bin/node", args: ["/a b/cotty.js", "mcp"], enabled: true };
const BLOCK = '  cotty:\n    cmd: "/usr/bin/node"\n    args: ["/a b/cotty.js","mcp"]\n    enabled: true\n';

describe("YAML", () => {
  test.each([
    ["", `extensions:\n${BLOCK}`],
    ["a: 1\n", `a: 1\nextensions:\n${BLOCK}`],
    ["extensions: {} # none\nb: 2\n", `extensions: # none\n${BLOCK}b: 2\n`],
    ["extensions:\n", `extensions:\n${BLOCK}`],
    ["extensions:\n  x:\n    y: 1 # why\n\n# b\nb: 2\n", `extensions:\n  x:\n    y: 1 # why\n${BLOCK}\n# b\nb: 2\n`],
    ["extensions:\n    x:\n        y: 1\n", `extensions:\n    x:\n        y: 1\n${BLOCK.replaceAll(/^ +/gm, "$&$&")}`],
  ])("%j gets the block, and nothing else changes", (text, expected) => {
    const edited = editYaml(text, PATH, ENTRY);
    expect(edited).toBe(expected);
    expect(editYaml(edited, PATH, ENTRY)).toBe(edited);
    const removed = readYaml(editYaml(edited, PATH, undefined)) as { extensions: Record<string, unknown> };
    expect(Object.keys(removed.extensions)).not.toContain("cotty");
  });

  test("a block is replaced, and taken out with its parent", () => {
    const text = "extensions:\n  'cotty':\n    cmd: old\n    # why\n  z: { a: 1 }\n";
    expect(editYaml(text, PATH, ENTRY)).toBe(`extensions:\n  z: { a: 1 }\n${BLOCK}`);
    const alone = editYaml(`a: 1\nextensions:\n${BLOCK}b: 2\n`, PATH, undefined);
    expect(alone).toBe("a: 1\nextensions: {}\nb: 2\n");
    expect(editYaml(alone, ["extensions"], undefined)).toBe("a: 1\nb: 2\n");
  });

  test("line ends stay", () => {
    expect(editYaml("a: 1\r\n", PATH, { url: "u" })).toBe('a: 1\r\nextensions:\r\n  cotty:\r\n    url: "u"\r\n');
  });

  test.each([
    ["extensions: { x: 1 }\n", /must be changed by hand/],
    ["extensions:\n  - name: x\n", /"extensions" in it is not an object/],
    ["a: [1\n", /./],
    ["- a\n", /does not contain a mapping/],
    ["a: 1\n---\nb: 2\n", /^it contains several documents/],
    ["text: |\n  x\nextensions: |\n  cotty: 1\n", /"extensions" in it is not an object/],
  ])("%j is left alone", (text, message) => {
    expect(() => editYaml(text, PATH, ENTRY)).toThrow(message);
  });
});
