/** The agent skill: everything in it exists and works as it says. */
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { SKILL } from "../../../electron/cli/skill.ts";
import { commandScript } from "../../support/built.ts";
import { cotty, cottyOk } from "../../support/cotty.ts";
import { createHome, type Home } from "../../support/home.ts";

const blocks = [...SKILL.matchAll(/```sh\n([\s\S]*?)```/g)].map((match) => match[1] ?? "");

/** Runs a block as an agent's shell would, with `cotty` on the PATH. */
function run(home: Home, script: string) {
  const bin = join(home.root, "bin");
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, "cotty"), `#!/bin/sh\nexec '${process.execPath}' '${commandScript}' "$@"\n`, { mode: 0o755 });
  const env = { ...home.env, PATH: `${bin}:${process.env["PATH"] ?? ""}` };
  return spawnSync("sh", ["-e", "-c", script], { env, cwd: home.root, encoding: "utf8" });
}

describe("the skill", () => {
  test("is what agents expect: a name, and a description that says when to use it", () => {
    expect(SKILL).toMatch(/^---\nname: cotty\ndescription: [^\n]{80,1024}\n---\n/);
    // Loaded as a whole, so it must stay small.
    expect(SKILL.length).toBeLessThan(3000);
  });

  test.each([
    ["a REPL", 0, "42"],
    ["a long job", 1, "all tests passed"],
  ])("its example of %s runs and prints what it should", async (_, index, expected) => {
    await using home = createHome();
    const result = run(home, blocks[index] ?? "exit 1");
    expect([result.status, result.stderr]).toEqual([0, index === 0 ? "[Session py exited with code 0]\n" : ""]);
    expect(result.stdout).toContain(expected);
    expect(await cottyOk(home, ["ls"])).toBe("No active sessions\n");
  });

  test("every command and every option in it exists", async () => {
    await using home = createHome();
    const inline = [...SKILL.matchAll(/`(cotty [^`\n]+)`/g)].map((match) => match[1] ?? "");
    const lines = [...inline, ...blocks.flatMap((block) => block.split("\n").filter((line) => line.startsWith("cotty ")))];
    const words = lines.map((line) => line.split(" ")[1] ?? "").filter((word) => word !== "COMMAND");
    expect(words.length).toBeGreaterThan(10);
    const help = new Map<string, string>();
    for (const word of new Set(words)) help.set(word, await cottyOk(home, [word, "--help"]));
    for (const line of lines) {
      const command = line.split(" ")[1] ?? "";
      for (const [option] of line.split("#")[0]?.matchAll(/(?<=\s)--[a-z-]+/g) ?? []) {
        if (option !== "--help") expect(help.get(command), line).toContain(option);
      }
    }
    const alone = [...SKILL.matchAll(/`(--[a-z-]+)[ `]/g)].map((match) => match[1] ?? "");
    expect(alone.filter((option) => ![...help.values()].some((text) => text.includes(option)))).toEqual([]);
    const keys = [...SKILL.matchAll(/`(::[A-Z][\w-]*)`/g)].map((match) => match[1] ?? "");
    await cottyOk(home, ["start", "keys", "cat"]);
    await cottyOk(home, ["stdin", "keys", ...keys.filter((key) => key !== "::C-c"), "::C-c"]);
  });
});

describe("installing", () => {
  test("writes it where agents look, and never over somebody else's", async () => {
    await using home = createHome();
    const person = join(home.root, "person");
    mkdirSync(join(person, ".claude"), { recursive: true });
    const options = { env: { HOME: person } };
    await cottyOk(home, ["skill", "--install"], options);
    for (const folder of [".agents", ".claude"]) {
      expect(readFileSync(join(person, folder, "skills/cotty/SKILL.md"), "utf8")).toBe(SKILL);
    }
    const path = join(person, ".agents/skills/cotty/SKILL.md");
    writeFileSync(path, "---\nname: cotty\n---\nan earlier version");
    await cottyOk(home, ["skill", "--install"], options);
    expect(readFileSync(path, "utf8")).toBe(SKILL);
    writeFileSync(path, "# notes\n");
    const { code, stderr } = await cotty(home, ["skill", "--install"], options);
    expect([code, stderr]).toEqual([
      1,
      `Failed to write the skill: ${path} is not Cotty's skill. Move it away, or name another folder\n`,
    ]);
    expect(await cottyOk(home, ["skill", "--install", "elsewhere"], { ...options, cwd: person })).toBe(
      `Written: ${join(person, "elsewhere/cotty/SKILL.md")}\n`,
    );
  });
});
