import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { NODE_PTY_VERSION } from "../../../electron/sessions/node-pty-internals.ts";
import { XTERM_VERSION } from "../../../shared/terminal-internals.ts";
import { VERSION } from "../../../shared/version.ts";

type Manifest = { version: string; dependencies: Record<string, string>; devDependencies: Record<string, string> };

const text = readFileSync(new URL("../../../package.json", import.meta.url), "utf8");
const { version, dependencies, devDependencies } = JSON.parse(text) as Manifest;

test("the version is package.json's", () => {
  expect(VERSION).toBe(version);
});

test("the dependencies whose private parts are used are pinned to the versions that were looked at", () => {
  expect(dependencies["@xterm/headless"]).toBe(XTERM_VERSION);
  expect(devDependencies["@xterm/xterm"]).toBe(XTERM_VERSION);
  expect(dependencies["node-pty"]).toBe(NODE_PTY_VERSION);
});
