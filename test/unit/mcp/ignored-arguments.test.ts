import { expect, it } from "vitest";
import { ToolArguments } from "../../../electron/mcp/tool-arguments.ts";
import { TERMINAL_TOOL } from "../../../electron/mcp/tool-definition.ts";
import { ignoredArguments } from "../../../electron/mcp/ignored-arguments.ts";

it("an argument that is nearly one of the tool's own is refused, and the right one is named", () => {
  for (const [name, meant] of [
    ["session_id", "id"],
    ["sessionId", "id"],
    ["message", "data"],
    ["timeout_ms", "timeout"],
    ["timout", "timeout"],
    ["Steps", "steps"],
    ["strip-ansi", "strip_ansi"],
  ] as const)
    expect(() => ignoredArguments("start", ["action", name])).toThrow(
      `There is no argument ${name}; did you mean ${meant}? Nothing was done`,
    );
});

it("stop_on is named where there are no steps that it could stop", () => {
  expect(ignoredArguments("stdin", ["data", "stop_on"])).toBe("[ignored: stop_on]");
  expect(ignoredArguments("start", ["command", "stop_on"])).toBe("[ignored: stop_on]");
  expect(ignoredArguments("stdin", ["steps", "stop_on"])).toBeUndefined();
});

it("any other is named in the answer, in one line that no output can forge", () => {
  expect(ignoredArguments("start", ["action", "id", "security_risk", "constructor"])).toBe(
    "[ignored: security_risk, constructor]",
  );
  // Two letters away from a name of ours, and another word all the same.
  expect(ignoredArguments("start", ["note", "path", "role", "meta", "cost"])).toBe("[ignored: note, path, role, meta, cost]");
  expect(ignoredArguments("start", ["an evil\n[name"])).toBe("[ignored: an evil\\n[name]");
  expect(
    ignoredArguments(
      "start",
      Array.from({ length: 9 }, (_, index) => `unheard-of-${index}`),
    ),
  ).toMatch(/^\[ignored: .*4 and others\]$/);
});

it("none is named for the arguments that the tool has, and for those without a value", () => {
  const known = [...Object.keys(TERMINAL_TOOL.inputSchema.properties), "if_held", "quiet", "exit", "text", "key"];
  expect(ignoredArguments("help", known)).toBeUndefined();
  const actions = ["start", "stdin", "wait", "run", "stdout", "stream", "search", "send_secret", "resize"];
  const used = known.filter((name) =>
    actions.some((action) => ignoredArguments(action, name === "stop_on" ? ["steps", name] : [name]) === undefined),
  );
  expect(used).toEqual(known);
  expect(new ToolArguments({ action: "list", session: null, wrong: undefined }).names).toEqual(["action"]);
});

it("what an action that reads has no use for is named", () => {
  expect(ignoredArguments("stream", ["action", "id", "lines", "since"])).toBe("[ignored: lines]");
  expect(ignoredArguments("stdout", ["action", "id", "wait", "lines"])).toBe("[ignored: wait]");
  expect(ignoredArguments("start", ["action", "command", "data", "name"])).toBe("[ignored: data]");
  expect(ignoredArguments("list", ["action", "name"])).toBe("[ignored: name]");
});

it("what an action has no use for is named, and stops no stop of one session", () => {
  expect(ignoredArguments("run", ["action", "id", "command", "cwd", "timeout"])).toBe("[ignored: cwd]");
  expect(ignoredArguments("stop", ["action", "id", "name"])).toBe("[ignored: name]");
  expect(ignoredArguments("stop", ["action"])).toBeUndefined();
  expect(ignoredArguments("stdin", ["action", "id", "data", "submit", "if_held", "wait", "lines", "timeout"])).toBeUndefined();
  for (const name of ["name", "target", "command"])
    expect(() => ignoredArguments("stop", ["action", name])).toThrow(`stop has no argument ${name}. With id it ends one session`);
});
