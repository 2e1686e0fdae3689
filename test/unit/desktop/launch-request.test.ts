/** What another start of the app says is data from another process (D2 in docs/threats.md). */
import { expect, test } from "vitest";
import { requestedSession, launchRequest } from "../../../electron/desktop/launch-request.ts";

test("D2 --open=<id> names the session, wherever it stands", () => {
  expect(requestedSession(launchRequest(["/app/cotty", "--no-sandbox", "--open=gdb 1"]))).toBe("gdb 1");
  expect(launchRequest(["/app/cotty", "/home/ada", "--opens=x"])).toEqual({});
});

test.each([
  undefined,
  null,
  "gdb",
  42,
  [],
  {},
  { open: "" },
  { open: 1 },
  { open: ["a"] },
  { open: "x".repeat(65) },
  { open: "a\nb" },
  { open: "\u001b[2J" },
  { open: "a\u202Eb" },
  JSON.parse('{"__proto__":{"open":"x"}}'),
])("D2 %j is no session, and does nothing", (data) => {
  expect(requestedSession(data)).toBeUndefined();
});
