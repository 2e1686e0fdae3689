import { expect, it } from "vitest";
import { UserTerminal } from "../../../electron/cli/user-terminal.ts";

it("shows nothing while the terminal is the shell's", () => {
  let shown = "";
  const terminal = new UserTerminal((text) => (shown += text));
  terminal.show("screen");
  terminal.write("parked input that the hand-back has typed");
  terminal.notice("a notice");
  terminal.bell();
  expect(shown).toBe("");
});
