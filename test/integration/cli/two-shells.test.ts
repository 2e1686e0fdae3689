/** Two people, or two agents, each with a shell of their own: neither moves what the other has read. */
import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Client } from "../../../shared/client.ts";
import { commandScript } from "../../support/built.ts";
import { plainEnvironment, start, startTestHost, type TestHost, waitForScreen } from "../../support/test-host.ts";

let host: TestHost;
let client: Client;

beforeAll(async () => {
  host = await startTestHost();
  client = await host.connect();
});
afterAll(() => host[Symbol.asyncDispose]());

/** A real shell in a terminal of its own; runs a command and resolves with what it printed. */
async function shell(id: string): Promise<(command: string) => Promise<string>> {
  const env = { ...plainEnvironment(), ...host.home.env };
  await start(client, "exec env PS1='$ ' bash --norc -i", { id, env, cwd: host.home.root, wait: { prompt: true } });
  const cotty = `${process.execPath} ${commandScript}`;
  return async (command) => {
    const input = [{ text: `${command.replace(/^cotty/, cotty)}\r` }];
    const { wait } = await client.request("session/write", { id, input, wait: { prompt: true } });
    return (wait?.text ?? "").replace(/\n\$$/, "");
  };
}

test("a wait counts from the last wait of the shell it runs in", async () => {
  const file = join(host.home.root, "ticks");
  writeFileSync(file, "");
  await start(client, `exec tail -f ${file}`, { id: "ticks" });
  const tick = async (number: number): Promise<void> => {
    appendFileSync(file, `tick ${number}\n`);
    await waitForScreen(client, "ticks", new RegExp(`^tick ${number}$`, "m"));
  };
  const [a, b] = [await shell("a"), await shell("b")];
  await tick(1);
  await tick(2);
  expect(await a("cotty wait ticks 'tick 2$' --timeout 2000")).toBe("tick 1\ntick 2");
  for (const number of [3, 4, 5]) await tick(number);
  expect(await b("cotty wait ticks 'tick 5$' --timeout 2000")).toBe("tick 1\ntick 2\ntick 3\ntick 4\ntick 5");
  expect(await a("cotty wait ticks 'tick 3$' --timeout 2000")).toBe("tick 3\ntick 4\ntick 5");
  expect(await a("cotty wait ticks 'tick' --timeout 0; echo $?")).toBe("124");
  await tick(6);
  expect(await b("cotty wait ticks 'tick 6$' --timeout 2000")).toBe("tick 6");
});

test("lines between two answers are told once: with the next input, or by stdout", async () => {
  const file = join(host.home.root, "lines");
  writeFileSync(file, "begun\n");
  await start(client, `tail -f ${file} & exec cat`, { id: "cat" });
  const c = await shell("c");
  const print = async (line: string): Promise<void> => {
    appendFileSync(file, `${line}\n`);
    await waitForScreen(client, "cat", new RegExp(`^${line}$`, "m"));
  };
  const type = (line: string): Promise<string> => c(`cotty stdin --wait '^${line}$' cat ${line} ::Enter`);
  expect(await c("cotty wait cat '^begun$'")).toBe("begun");
  await print("one");
  expect(await type("two")).toBe("one\ntwo\ntwo");
  await print("three");
  expect(await c("cotty stdout cat")).toContain("three");
  expect(await type("four")).toBe("four");
});
