import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { toCommandLine } from "../../../electron/client/shell-quoting.ts";

describe("command lines", () => {
  test("one argument is a command line as it is", () => {
    expect(toCommandLine(["python3 -i && echo $HOME"])).toBe("python3 -i && echo $HOME");
  });

  test("plain words stay as they are, an assignment included", () => {
    expect(toCommandLine(["A=1", "python3", "-i", "./a/b.py"])).toBe("A=1 python3 -i ./a/b.py");
  });

  test("each of several arguments arrives whole", () => {
    const args = ["two words", "print(1)", "it's", '"', "$HOME", "`id`", "a\\b", "new\nline", "", "*", "~", "é 中", "!x", "#"];
    const line = toCommandLine(["printf", "%s\\0", ...args]);
    expect(execFileSync("sh", ["-c", line], { encoding: "utf8" })).toBe(args.map((arg) => `${arg}\0`).join(""));
  });

  test("on Windows backslashes count only before a quote", () => {
    expect(toCommandLine(["a.exe", "C:\\dir\\", "two words\\", 'say "hi"'], "win32")).toBe(
      'a.exe "C:\\dir\\\\" "two words\\\\" "say \\"hi\\""',
    );
  });
});
