import { expect, it } from "vitest";
import { methods } from "../../../shared/protocol.ts";
import { parameterProblem, parameterWording } from "../../../shared/parameter-wording.ts";

function problem(method: keyof typeof methods, params: unknown): string | undefined {
  const { error } = methods[method].params.safeParse(params, { error: parameterWording });
  return error && parameterProblem(error.issues);
}

it("a wrong parameter is named, with what would be right", () => {
  const create = (more: object) => problem("session/create", { command: "x", ...more });
  expect(create({ size: { cols: 5000, rows: 24 } })).toBe("cols must be at most 1000");
  expect(create({ size: { cols: 80, rows: 1.5 } })).toBe("rows must be a whole number");
  expect(create({ steps: [] })).toBe("steps must have at least 1 element");
  expect(create({ command: "" })).toBe("The command is empty");
  expect(create({ command: undefined })).toBe("command is missing");
  expect(create({ wait: { prompt: "yes" } })).toBe("prompt must be true or false");
  expect(create({ steps: [{ wiat: {} }] })).toBe("steps.0 has wiat, which does not belong there");
  expect(create({ wait: { pattern: "x".repeat(2000) } })).toBe("pattern must have at most 1000 characters");
  expect(problem("session/write", { id: "a", input: [{ txt: "x" }] })).toBe(
    "input.0 must be an object with one of click, text, key, paste, submit",
  );
  expect(problem("session/export", { id: "a", format: "mp4" })).toBe(
    "format must be one of cast, cast-v2, txt, ansi, json, html, svg, png, gif",
  );
  for (const pattern of ["", "(?i)", "(?:)", "(?i)(?:)"]) {
    const empty = "The pattern is empty, so it would match everything";
    expect(problem("session/wait", { id: "a", until: { pattern } })).toBe(empty);
    expect(problem("session/search", { id: "a", pattern })).toBe(empty);
    expect(create({ steps: [{ wait: { pattern: "x" } }], stopOn: pattern })).toBe(empty);
  }
  expect(problem("session/search", { id: "a", pattern: "\n" })).toBeUndefined();
  expect(problem("session/list", "x")).toBe("The parameters must be an object");
  expect(problem("session/stop", { id: "" })).toBe("The id is empty");
  expect(create({ id: "x".repeat(65) })).toBe("The id is longer than 64 characters");
  expect(create({ id: 5 })).toBe("id must be a string");
  expect(problem("session/write", { id: "a", input: [5] })).toBe("input.0 must be an object");
  expect(problem("session/share", { id: "a", with: 5 })).toBe('with must be an object or "all"');
  expect(create({ id: "a\nb" })).toBe("The id contains control characters");
  expect(problem("session/list", {})).toBeUndefined();
});
