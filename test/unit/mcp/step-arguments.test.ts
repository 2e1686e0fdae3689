import { expect, it } from "vitest";
import { inputOf, stepsOf } from "../../../electron/mcp/step-arguments.ts";
import { ToolArguments } from "../../../electron/mcp/tool-arguments.ts";

const defaults = { wait: { prompt: true }, lastWait: undefined, hasProgress: false };
const steps = (given: unknown[]) => stepsOf(new ToolArguments({ action: "stdin", steps: given }), defaults);
const input = (given: Record<string, unknown>) => inputOf(new ToolArguments({ action: "stdin", ...given }));

it("a string is a line, entered, and then waited for", () => {
  expect(steps(["1+1", ""])).toEqual([
    { input: [{ text: "1+1\r" }], wait: { prompt: true } },
    { input: [{ text: "\r" }], wait: { prompt: true } },
  ]);
});

it("an object types, presses, submits and waits as it says, and waits for nothing unless it says so", () => {
  expect(steps([{ text: "a" }, { key: "C-c" }, { keys: ["Up", "Enter"], wait: ">>> $" }, { wait: { quiet: 5 } }])).toEqual([
    { input: [{ text: "a" }] },
    { input: [{ key: "C-c" }] },
    { input: [{ key: "Up" }, { key: "Enter" }], wait: { pattern: ">>> $" } },
    { wait: { quietMs: 5 } },
  ]);
  expect(steps([{ text: "hi", submit: true, wait: true }])).toEqual([{ input: [{ submit: "hi" }], wait: { prompt: true } }]);
  expect(steps([{ click: { row: 1, col: 2 } }])).toEqual([{ input: [{ click: { row: 1, col: 2 } }] }]);
});

it("the call's own time-out goes for each step that names none", () => {
  const given = new ToolArguments({
    action: "stdin",
    timeout: 1500,
    steps: [{ wait: "x" }, { wait: { exit: true, timeout: 9 } }],
  });
  expect(stepsOf(given, defaults)).toEqual([{ wait: { pattern: "x", timeoutMs: 1500 } }, { wait: { exit: true, timeoutMs: 9 } }]);
});

it("the call's own wait goes for the last step, unless that has one", () => {
  const own = { ...defaults, lastWait: { exit: true } };
  const given = (...list: unknown[]) => stepsOf(new ToolArguments({ action: "stdin", steps: list }), own);
  expect(given({ key: "C-c" }, { key: "C-d" })).toEqual([
    { input: [{ key: "C-c" }] },
    { input: [{ key: "C-d" }], wait: { exit: true } },
  ]);
  expect(given({ key: "C-d", wait: false })).toEqual([{ input: [{ key: "C-d" }] }]);
  expect(given({ key: "C-d", wait: { quiet: 5 } })).toEqual([{ input: [{ key: "C-d" }], wait: { quietMs: 5 } }]);
});

it("the list may be JSON in a string", () => {
  const given = new ToolArguments({ action: "stdin", steps: '["1+1",{"key":"C-c"}]' });
  expect(stepsOf(given, defaults)).toEqual(steps(["1+1", { key: "C-c" }]));
});

it("a wrong step is named, with what would be right", () => {
  expect(() => steps([5])).toThrow("Step 1 must be a string or an object");
  expect(() => steps(["a", {}])).toThrow(/^Step 2 does nothing\. Examples: /);
  expect(() => steps([{ wiat: "x" }])).toThrow(/^Step 1 has wiat; it may have text, /);
  expect(() => steps([{ text: "\u0003" }])).toThrow(
    'Step 1 has the control character U+0003 in its text. Send it as a key: "C-c"',
  );
  expect(() => stepsOf(new ToolArguments({ action: "stdin", steps: "x" }), defaults)).toThrow("steps must be a list");
});

it("stdin types data, then keys; terminalcp's data may hold control characters", () => {
  expect(input({ data: "x\u0003" })).toEqual([{ text: "x\u0003" }]);
  expect(input({ data: "x", submit: true, keys: ["Tab"] })).toEqual([{ submit: "x" }, { key: "Tab" }]);
  expect(input({ data: "" })).toEqual([]);
  expect(input({ submit: true })).toEqual([{ submit: "" }]);
  expect(input({})).toBeUndefined();
  expect(input({ keys: "C-c" })).toEqual([{ key: "C-c" }]);
  expect(() => input({ keys: [1] })).toThrow("keys must be a list of strings");
});
