import { describe, expect, it } from "vitest";
import { ToolArguments } from "../../../electron/mcp/tool-arguments.ts";

describe("the tool's arguments", () => {
  it("are flat or wrapped, with numbers and booleans as models send them", () => {
    for (const given of [{ action: "wait", lines: "5", exit: "true" }, { args: { action: "wait", lines: 5, exit: true } }]) {
      const args = new ToolArguments(given);
      expect([args.action, args.integer("lines"), args.boolean("exit"), args.string("id")]).toEqual(["wait", 5, true, undefined]);
    }
    for (const given of [
      { action: "stop", args: { id: "x" } },
      { args: '{"action":"stop"}', id: "x" },
    ])
      expect(new ToolArguments(given).names.sort()).toEqual(["action", "id"]);
    const args = new ToolArguments({ action: "x", lines: "five", exit: "maybe", id: 5, empty: null, blank: " " });
    expect(() => args.integer("lines")).toThrow("lines must be a whole number");
    expect(() => args.integer("blank")).toThrow("blank must be a whole number");
    expect(() => args.boolean("exit")).toThrow("exit must be true or false");
    expect(() => args.string("id")).toThrow("id must be a string");
    expect(args.string("empty")).toBeUndefined();
    for (const since of [1e300, "9007199254740993"]) {
      const huge = new ToolArguments({ action: "search", since });
      expect(() => huge.atLeast("since", 1)).toThrow("since must be at most 9007199254740991");
    }
    expect(() => new ToolArguments({ since: -1e300 }).atLeast("since", 1)).toThrow("since must be at least 1");
    expect(() => args.required("command", "EXAMPLE")).toThrow("Missing required field: command. Example: EXAMPLE");
  });

  it("ask for a wait in several ways; without progress none outlasts a minute", () => {
    const wait = (given: Record<string, unknown>, hasProgress = true) => new ToolArguments(given).wait(hasProgress);
    expect(wait({})).toBeUndefined();
    expect(wait({ exit: false })).toBeUndefined();
    expect(wait({ wait: "x" })).toEqual({ pattern: "x" });
    expect(wait({ quiet: 200, exit: true, timeout: "900000" })).toEqual({ quietMs: 200, exit: true, timeoutMs: 900_000 });
    expect(wait({ wait: { pattern: "x", timeout: 900_000 } }, false)).toEqual({ pattern: "x", timeoutMs: 50_000 });
    expect(wait({ wait: { quiet: 5 }, timeout: 10 })).toEqual({ quietMs: 5, timeoutMs: 10 });
    expect(wait({ timeout: 0 }, false)).toEqual({ timeoutMs: 0 });
    expect(() => wait({ quiet: 0 })).toThrow("quiet must be a number of milliseconds above 0");
    expect(() => wait({ wait: { prmpt: true } })).toThrow(/^wait has prmpt; it may have pattern, prompt, /);
    expect(() => wait({ timeout: -1 })).toThrow("timeout must be a number of milliseconds");
  });

  it("ask for no wait with false; a condition beside it counts", () => {
    for (const none of [false, "false", null]) {
      const args = new ToolArguments({ action: "stdin", wait: none });
      expect([args.wait(true), args.wantsNoWait]).toEqual([undefined, none !== null]);
    }
    const wait = (given: Record<string, unknown>) => new ToolArguments(given).wait(true);
    expect(wait({ wait: false, exit: true })).toEqual({ exit: true });
    expect(wait({ wait: { prompt: false, exit: "false" } })).toBeUndefined();
    for (const odd of [5, ["x"]]) expect(() => wait({ wait: odd })).toThrow("wait must be a regular expression, true, false, or");
  });

  it("is asked for again where the name of a condition stands for a pattern", () => {
    const wait = (value: unknown) => new ToolArguments({ action: "wait", wait: value }).wait(true);
    expect(() => wait("prompt")).toThrow('wait must be {"prompt":true} for that condition, or {"pattern":"prompt"} for the word');
    expect(wait({ pattern: "prompt" })).toEqual({ pattern: "prompt" });
    expect(wait("prompt$")).toEqual({ pattern: "prompt$" });
  });

  it("may be JSON in a string, where a list or an object belongs; a regular expression stays one", () => {
    const wait = (value: unknown) => new ToolArguments({ action: "wait", wait: value }).wait(true);
    expect(wait('{"prompt":true,"timeout":5}')).toEqual({ prompt: true, timeoutMs: 5 });
    expect(wait("true")).toEqual({ prompt: true });
    expect(() => wait('{"prompt":true,"x":1}')).toThrow("wait has x; it may have");
    for (const pattern of ["{3}", '{"a":1}', "[a-z]", '["x"]', "1"]) expect(wait(pattern)).toEqual({ pattern });
    const args = new ToolArguments({ args: '{"action":"stdin","steps":["a"]}' });
    expect([args.action, args.list("steps")]).toEqual(["stdin", ["a"]]);
    expect(new ToolArguments({ action: "stdin", keys: '["Up","Enter"]' }).strings("keys")).toEqual(["Up", "Enter"]);
    expect(new ToolArguments({ action: "stdin", keys: "[" }).strings("keys")).toEqual(["["]);
    expect(() => new ToolArguments({ action: "stdin", steps: '["a"' }).list("steps")).toThrow("steps must be a list");
    expect(new ToolArguments({ action: "stdin", click: '{"row":1,"col":2}' }).any("click")).toEqual({ row: 1, col: 2 });
  });

  it("more new lines than an answer holds are as many as it does", () => {
    expect(new ToolArguments({ action: "wait", wait: "x", lines: 100_000 }).wait(false)).toMatchObject({ maxLines: 10_000 });
    expect(new ToolArguments({ action: "wait", wait: { pattern: "x", lines: 100_000 } }).wait(false)).toMatchObject({
      maxLines: 10_000,
    });
    expect(new ToolArguments({ action: "stdin", lines: "0" }).newLines()).toEqual({ maxLines: 0 });
    expect(new ToolArguments({ action: "stdin", lines: "first 20" }).newLines()).toEqual({ firstLines: 20 });
    expect(
      new ToolArguments({ action: "wait", wait: { prompt: true, lines: "First 100000" }, lines: 3 }).wait(false),
    ).toMatchObject({
      firstLines: 10_000,
    });
    expect(() => new ToolArguments({ action: "stdin", lines: "last 3" }).newLines()).toThrow(
      'lines must be a number of lines, or "first 20"',
    );
    for (const lines of [-1, "-3"]) {
      const args = new ToolArguments({ action: "stdin", lines });
      expect(() => args.newLines()).toThrow('lines must be a number of lines, or "first 20"');
      expect(() => args.lines()).toThrow('lines must be a number of lines, or "first 20"');
    }
  });
});
