import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { MarkedShells } from "../../../electron/shell-integration/marked-shells.ts";

let folder: string;
let warnings: string[];
let isOn: boolean;
const shells = (directory = join(folder, "it's")): MarkedShells =>
  new MarkedShells(directory, { isOn: () => isOn, warn: (message) => void warnings.push(message) });

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cotty-shells-"));
  warnings = [];
  isOn = true;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it.each([
  ["bash", /^bash --rcfile '.*\/it'\\''s\/cotty\.bash' -i$/],
  ["exec /usr/bin/bash -i", /^exec \/usr\/bin\/bash --rcfile /],
  ["zsh -il", /^env ZDOTDIR='.*\/zsh' zsh -il$/],
  ["fish", /^fish --init-command 'source /],
])("%s gets marks", (command, expected) => {
  const integrated = shells().integrate(command, { A: "b" });
  expect(integrated?.command).toMatch(expected);
  expect(integrated?.env).toMatchObject({ A: "b", COTTY_SHELL_NONCE: integrated?.nonce });
  expect(integrated?.nonce).toMatch(/^[0-9a-f]{32}$/);
});

it("a login shell of bash reads the login files, and the user's own ZDOTDIR is kept", () => {
  expect(shells().integrate("bash -l", {})?.env["COTTY_SHELL_LOGIN"]).toBe("1");
  expect(shells().integrate("zsh", { ZDOTDIR: "/home/ada/zsh" })?.command).toContain("COTTY_USER_ZDOTDIR='/home/ada/zsh' zsh");
});

it.each([
  "bash -c true",
  "bash --norc",
  "zsh -f",
  "bash script.sh",
  "echo bash",
  "bash; true",
  "env bash",
  "dash",
  "bash -il x",
  "",
])("%j is left as it is", (command) => expect(shells().integrate(command, {})).toBeUndefined());

it("writes no file before the first shell, and none where it is off", () => {
  isOn = false;
  expect(shells().integrate("bash", {})).toBeUndefined();
  expect(existsSync(join(folder, "it's"))).toBe(false);
  isOn = true;
  shells().integrate("bash", {});
  expect(readdirSync(join(folder, "it's")).toSorted()).toEqual(["cotty.bash", "cotty.fish", "zsh"]);
});

it("writes again what something has removed, and leaves what other shells may be reading", () => {
  const directory = join(folder, "scripts");
  const marked = shells(directory);
  marked.integrate("bash", {});
  const script = join(directory, "cotty.bash");
  const text = readFileSync(script, "utf8");
  rmSync(script);
  const kept = statSync(join(directory, "cotty.fish"), { bigint: true }).mtimeNs;
  expect(marked.integrate("bash", {})).toBeDefined();
  expect(readFileSync(script, "utf8")).toBe(text);
  expect(statSync(join(directory, "cotty.fish"), { bigint: true }).mtimeNs).toBe(kept);
  rmSync(directory, { recursive: true });
  expect(marked.integrate("zsh", {})).toBeDefined();
  expect(existsSync(join(directory, "zsh/.zshenv"))).toBe(true);
});

it("a shell without marks is better than none", () => {
  writeFileSync(join(folder, "file"), "");
  expect(shells(join(folder, "file")).integrate("bash", {})).toBeUndefined();
  expect(warnings).toEqual([expect.stringContaining("Shells have no integration")]);
});
