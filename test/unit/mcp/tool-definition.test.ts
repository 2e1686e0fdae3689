import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, it } from "vitest";
import { HELP } from "../../../electron/mcp/tool-help.ts";
import { ACTIONS, TERMINAL_TOOL } from "../../../electron/mcp/tool-definition.ts";

describe("what an agent carries in every turn", () => {
  it("is at most 550 tokens: name, description and schema", () => {
    expect(countTokens(JSON.stringify(TERMINAL_TOOL))).toBeLessThanOrEqual(550);
  });

  it("has a type for every argument and every element", () => {
    const { properties } = TERMINAL_TOOL.inputSchema;
    for (const [name, schema] of Object.entries(properties)) expect(schema, name).toHaveProperty("type");
    expect([properties.steps.items, properties.keys.items]).toEqual([{ type: ["string", "object"] }, { type: "string" }]);
  });

  it("teaches steps and waits by examples that are JSON", () => {
    const examples = TERMINAL_TOOL.description.match(/^\{.*\}$/gm) ?? [];
    expect(examples.map((example) => (JSON.parse(example) as { action: string }).action)).toEqual(["start", "stdin", "start"]);
  });

  it("leaves the rest to help, which names every action and argument", () => {
    const words = [...ACTIONS.filter((action) => action !== "help"), ...Object.keys(TERMINAL_TOOL.inputSchema.properties)];
    for (const word of words) if (word !== "action") expect(HELP, word).toMatch(new RegExp(`\\b${word}\\b`));
    expect(countTokens(HELP)).toBeLessThanOrEqual(1200);
  });
});
