import { expect, it } from "vitest";
import { Screen } from "../../../electron/screens/worker/screen.ts";

function notified(output: string): { notifications: number; notification: string } {
  using screen = new Screen({ cols: 80, rows: 24 });
  screen.write(output);
  const { notifications, notification } = screen.state();
  return { notifications, notification };
}

it.each([
  ["iTerm2's form", "\x1b]9;Build done\x07", "Build done"],
  ["rxvt's form", "\x1b]777;notify;make;all built\x1b\\", "make: all built"],
  ["kitty's form", "\x1b]99;;Hello\x1b\\", "Hello"],
  ["kitty's form in two pieces", "\x1b]99;i=1:d=0;Tests\x1b\\\x1b]99;i=1:p=body;3 failed\x1b\\", "Tests 3 failed"],
  ["kitty's form in Base64", `\x1b]99;e=1;${Buffer.from("é done").toString("base64")}\x1b\\`, "é done"],
])("a notification in %s is kept", (_, output, text) => {
  expect(notified(output)).toEqual({ notifications: 1, notification: text });
});

it("what hides or overflows is left out", () => {
  expect(notified("\x1b]9;safe\u202etext\x07").notification).toBe("safetext");
  expect(notified(`\x1b]9;${"x".repeat(100_000)}\x07`).notification).toHaveLength(200);
});

it.each([
  "\x1b]9;4;1;50\x07",
  "\x1b]9;4\x07",
  "\x1b]777;precmd\x07",
  "\x1b]99;p=?;\x1b\\",
  "\x1b]9;\x07",
  "\x1b]99;i=1:d=0;half\x1b\\",
])("%j is no notification", (output) => expect(notified(output).notifications).toBe(0));
