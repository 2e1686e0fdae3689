import { resolve } from "node:path";
import { expect, test } from "vitest";
import { expectLateAttachesToBeExact } from "../../support/late-attach.ts";
import { htopScript, recordProgram, type Script, vimScript } from "../../support/record-program.ts";

const fixtures = resolve(import.meta.dirname, "../../fixtures");

async function record(script: Script): Promise<{ output: string; size: Script["size"] }> {
  return { output: (await recordProgram(script)).join(""), size: script.size };
}

test("late attach = live screen at 200 random moments of a real vim", async () => {
  expect(expectLateAttachesToBeExact(await record(vimScript(fixtures)), 200)).toBeGreaterThan(150);
});

test("late attach = live screen at 200 random moments of a real htop", async () => {
  expect(expectLateAttachesToBeExact(await record(htopScript(fixtures)), 200)).toBeGreaterThan(150);
});
