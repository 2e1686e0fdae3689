import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { VERSION } from "../../../shared/version.ts";

test("the version is package.json's", () => {
  const text = readFileSync(new URL("../../../package.json", import.meta.url), "utf8");
  expect(VERSION).toBe((JSON.parse(text) as { version: string }).version);
});
