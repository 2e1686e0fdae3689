import { describe, expect, test } from "vitest";
import { HelpRequest, takeOptions, UsageError } from "../../../electron/cli/options.ts";
import { parseStart } from "../../../electron/cli/session-commands.ts";

const spec = { "--json": "flag", "--size": "value", "-o": "value" } as const;

describe("options", () => {
  test("stand anywhere, in both spellings", () => {
    const { options, rest } = takeOptions(["a", "--size", "1x1", "b", "--json", "-o", "file"], spec, "anywhere");
    expect(options).toEqual({ "--size": "1x1", "--json": true, "-o": "file" });
    expect(rest).toEqual(["a", "b"]);
    expect(takeOptions(["--size=2x2"], spec, "anywhere").options["--size"]).toBe("2x2");
  });

  test("leading options end at the first argument that is not an option", () => {
    expect(takeOptions(["--json", "id", "--size", "x"], spec, "leading")).toEqual({
      options: { "--json": true },
      rest: ["id", "--size", "x"],
    });
  });

  test("-- ends them; a lone dash and negative numbers are not options", () => {
    expect(takeOptions(["--", "--json"], spec, "anywhere").rest).toEqual(["--json"]);
    expect(takeOptions(["-", "-3"], spec, "anywhere").rest).toEqual(["-", "-3"]);
  });

  test("mistakes name the option", () => {
    expect(() => takeOptions(["--nope"], spec, "anywhere")).toThrow(new UsageError("Unknown option: --nope"));
    expect(() => takeOptions(["--constructor"], spec, "anywhere")).toThrow(UsageError);
    expect(() => takeOptions(["--size"], spec, "anywhere")).toThrow("--size needs a value");
    expect(() => takeOptions(["--json=1"], spec, "anywhere")).toThrow("--json takes no value");
    expect(() => takeOptions(["--help"], spec, "leading")).toThrow(HelpRequest);
  });
});

describe("start", () => {
  test("options stand before the id or between the id and --", () => {
    expect(parseStart(["--cwd", "/tmp", "x", "ls", "-l"])).toEqual({ id: "x", command: "ls -l", options: { "--cwd": "/tmp" } });
    expect(parseStart(["x", "--cwd", "/tmp", "--", "ls", "--cwd"])).toEqual({
      id: "x",
      command: "ls --cwd",
      options: { "--cwd": "/tmp" },
    });
    expect(parseStart(["x", "--", "ls"]).command).toBe("ls");
    expect(() => parseStart(["x", "--cwd", "/tmp", "ls"])).toThrow("before the id");
  });

  test("an empty id asks for a generated one; no id or no command is a mistake", () => {
    expect(parseStart(["", "ls"]).id).toBe("");
    expect(() => parseStart(["x"])).toThrow(UsageError);
    expect(() => parseStart([])).toThrow(UsageError);
  });
});
