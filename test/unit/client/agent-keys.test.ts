import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { takeAgentKey as take } from "../../../electron/client/agent-keys.ts";
import { agentPrincipal } from "../../../electron/host/access/principal.ts";
import { ownIdentity } from "../../../electron/platform/process-identity.ts";

let root: string;
let directory: string;
beforeEach(() => {
  root = mkdtempSync("/tmp/ct-keys-");
  directory = join(root, "agents");
});
afterEach(() => rmSync(root, { recursive: true }));

const agent = { client: "Claude Code", folder: "/work" };
const files = () => readdirSync(directory).map((name) => join(directory, name));
const ended = Buffer.from(JSON.stringify({ ...ownIdentity(), startTime: "1" })).toString("base64url");

/** With a host that knows of no sessions. */
const takeAgentKey = (directory: string, agent: { client: string; folder: string }) => take(directory, agent, async () => []);

/** As if the process that uses a key had ended this number of minutes ago. */
function end(file: string, minutesAgo = 0): void {
  const to = file.replace(/[^.]+$/, ended);
  renameSync(file, to);
  const when = new Date(Date.now() - minutesAgo * 60_000);
  utimesSync(to, when, when);
}

test("a key is kept for its owner only, and comes back when the agent is started again", async () => {
  const key = await takeAgentKey(directory, agent);
  expect(key).toMatch(/^[0-9a-f]{64}$/);
  expect([statSync(directory).mode & 0o777, ...files().map((file) => statSync(file).mode & 0o777)]).toEqual([0o700, 0o600]);
  expect(files().join()).not.toContain(key);
  end(files()[0] ?? "");
  expect(await takeAgentKey(directory, agent)).toBe(key);
  expect(files()).toHaveLength(1);
});

test("two at a time have two keys; another client and another folder have others", async () => {
  const keys = [
    await takeAgentKey(directory, agent),
    await takeAgentKey(directory, agent),
    await takeAgentKey(directory, { ...agent, folder: "/other" }),
    await takeAgentKey(directory, { ...agent, client: "Codex" }),
  ];
  expect(new Set(keys).size).toBe(4);
  for (const file of files()) end(file);
  const again = await Promise.all([1, 2, 3].map(() => takeAgentKey(directory, agent)));
  expect(again.filter((key) => keys.slice(0, 2).includes(key))).toHaveLength(2);
  expect(new Set(again).size).toBe(3);
});

test("of several that are free it is the last used; one that nobody has used for a month is removed", async () => {
  const [first, second] = [await takeAgentKey(directory, agent), await takeAgentKey(directory, agent)];
  const [one = "", other = ""] = files();
  const keyIn = async (): Promise<string> => takeAgentKey(directory, agent);
  end(one, 5);
  end(other, 10);
  const taken = await keyIn();
  expect([first, second]).toContain(taken);
  expect(statSync(files().find((file) => !file.endsWith(ended)) ?? "").mtimeMs).toBeGreaterThan(Date.now() - 60_000);
  end(files().find((file) => file.endsWith(ended)) ?? "", 31 * 24 * 60);
  await takeAgentKey(directory, { ...agent, client: "Codex" });
  expect(files()).toHaveLength(2);
});

test("a file that others may read, or that holds no key, is not used; without a folder for them, keys are not kept", async () => {
  await takeAgentKey(directory, agent);
  const [file = ""] = files();
  chmodSync(file, 0o644);
  end(file);
  const second = await takeAgentKey(directory, agent);
  expect(second).toMatch(/^[0-9a-f]{64}$/);
  for (const path of files()) {
    writeFileSync(path, "no key");
    end(path);
  }
  expect(await takeAgentKey(directory, agent)).not.toBe("no key");
  expect(await takeAgentKey("/proc/nope", agent)).toMatch(/^[0-9a-f]{64}$/);
});

test("of several that are free it is one whose agent has sessions; the host is asked by ids, and only then", async () => {
  const keys = [await takeAgentKey(directory, agent), await takeAgentKey(directory, agent), await takeAgentKey(directory, agent)];
  const idOf = (key = ""): string => agentPrincipal("", key, () => "own").id;
  for (const key of keys) {
    // This one was used the longest time ago.
    for (const file of files()) end(file, readFileSync(file, "utf8") === key ? 10 : 5);
    const asked: (readonly string[])[] = [];
    const taken = await take(directory, agent, async (agents) => {
      asked.push(agents);
      return [idOf(key)];
    });
    expect(taken).toBe(key);
    expect(asked.map((ids) => ids.toSorted())).toEqual([keys.map(idOf).toSorted()]);
  }
  for (const file of files()) end(file);
  // No host runs, or it does not answer.
  const failing = () => Promise.reject(new Error("no host"));
  expect(keys).toContain(await take(directory, agent, failing));
  await takeAgentKey(directory, agent);
  // The only one that is left needs no choice.
  expect(keys).toContain(await take(directory, agent, () => expect.fail("it was asked")));
});
