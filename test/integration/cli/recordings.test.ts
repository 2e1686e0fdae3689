/** Recordings of the past on the command line: listed, searched, exported, deleted; who may see which (R2, R3). */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RecordingInfo, Result } from "../../../shared/protocol.ts";
import { cotty, cottyOk } from "../../support/cotty.ts";
import { start, startTestHost, type TestHost, waitForScreen } from "../../support/test-host.ts";

const SECRET = "hunter2-SECRET";
let host: TestHost;

/** A session by the name of `id`, run to its end and stopped: only its recording is left. */
async function past(id: string, command: string, agent?: string): Promise<void> {
  const client = agent === undefined ? await host.connect() : await host.connect("mcp", agent);
  await start(client, command, { id, wait: { exit: true } });
  await client.request("session/stop", { id });
}

async function listed(...args: string[]): Promise<RecordingInfo[]> {
  const text = await cottyOk(host.home, ["recordings", "--json", ...args]);
  return (JSON.parse(text) as Result<"recording/list">).recordings;
}

beforeAll(async () => {
  host = await startTestHost({ tolerate: /cannot be searched/ });
  await past("build", "echo compiling; echo 'Segmentation fault'; exit 139", "Codex");
  await past("tests", "echo all tests passed", "Claude Code");
  const client = await host.connect();
  await start(client, "read -s -p 'Password: ' p; echo; echo length ${#p}", { id: "login" });
  await waitForScreen(client, "login", /Password:/);
  await client.request("session/write", { id: "login", input: [{ text: `${SECRET}\r` }], wait: { exit: true } });
  await client.request("session/stop", { id: "login" });
  writeFileSync(join(host.home.paths.recordings, "broken.cast"), '{"version":2}\n');
});
afterAll(() => host[Symbol.asyncDispose]());

describe("cotty recordings", () => {
  it("lists sessions that are gone, with what is known of them", async () => {
    const all = await listed();
    expect(all.map(({ name }) => name).filter((name) => name !== "")).toEqual(["login", "tests", "build"]);
    expect(all.find(({ name }) => name === "build")).toMatchObject({ agent: "Codex", exit: { code: 139 }, isLive: false });
    const { stdout, stderr } = await cotty(host.home, ["recordings"]);
    expect(stdout).toMatch(/^[0-9a-f]{8} {2}\d{4}-\d\d-\d\d \d\d:\d\d .* exit 139 .* Codex {2}build {2}echo compiling/m);
    expect(stdout).toContain("broken");
    expect(stdout).toContain("damaged: its first line is not the header of an asciicast v3 file");
    expect(stderr).toMatch(/^\[4 recordings, .*B\]\n$/);
  });

  it("filters", async () => {
    const names = async (...args: string[]): Promise<string[]> => (await listed(...args)).map(({ name }) => name);
    expect(await names("--agent", "claude")).toEqual(["tests"]);
    expect(await names("--ended", "failed")).toEqual(["build"]);
    expect(await names("--program", "ALL TESTS")).toEqual(["tests"]);
    expect(await names("--since", "1h", "--name", "log")).toEqual(["login"]);
    expect(await names("--until", "2020-01-01")).toEqual([]);
    // Agents stop what they start. That is no failure.
    const client = await host.connect();
    await start(client, "cat", { id: "cat" });
    await client.request("session/stop", { id: "cat" });
    expect(await names("--ended", "stopped")).toEqual(["cat"]);
    expect((await cottyOk(host.home, ["recordings", "--name", "cat"])).trim()).toMatch(/ stopped .* cat {2}cat$/);
    await cottyOk(host.home, ["recordings", "delete", "cat"]);
    expect((await cotty(host.home, ["recordings", "--since", "yesterday"])).stderr).toContain("--since must be a date");
  });

  it("searches what the screens have shown", async () => {
    // Their text is read in the background.
    await expect
      .poll(() => cotty(host.home, ["recordings", "--search", "segmentation FAULT"]))
      .toMatchObject({ stdout: expect.stringMatching(/build .*\n {4}0:00 {2}Segmentation fault\n$/) as string, code: 0 });
    const none = await cotty(host.home, ["recordings", "--search", SECRET]);
    expect(none).toMatchObject({ stdout: "", code: 1 });
  });
});

describe("cotty export", () => {
  const FORMATS = ["cast", "cast-v2", "txt", "ansi", "json", "html", "svg", "png", "gif"] as const;

  it.each(FORMATS)("%s of a session that is gone, without what was typed unseen", async (format) => {
    const file = join(host.home.root, `out.${format}`);
    const report = JSON.parse(await cottyOk(host.home, ["export", "login", "--format", format, "-o", file, "--json"])) as unknown;
    expect(report).toEqual({ file, format, bytes: statSync(file).size });
    const content = readFileSync(file);
    expect(content.includes(SECRET)).toBe(false);
    if (format === "png") expect(content.subarray(1, 4).toString()).toBe("PNG");
    else if (format === "gif") expect(content.subarray(0, 6).toString()).toBe("GIF89a");
    else expect(content.toString()).toContain("length");
    expect(readdirSync(host.home.paths.recordings).filter((name) => name.startsWith(".export-"))).toEqual([]);
  });

  it("takes bytes and text through a pipe", async () => {
    expect(await cottyOk(host.home, ["export", "tests", "--format", "txt"])).toBe("all tests passed\n");
  });

  it("says what is wrong with a recording that is damaged, and with an option that does not fit", async () => {
    const { stderr, code } = await cotty(host.home, ["export", "broken", "--format", "txt"]);
    expect(stderr).toContain("Recording broken is damaged: its first line is not the header");
    expect(code).toBe(1);
    expect(existsSync(join(host.home.paths.recordings, "broken.cast"))).toBe(true);
    expect((await cotty(host.home, ["export", "tests", "--at", "5s"])).stderr).toContain("--at needs --format svg or png");
    expect((await cotty(host.home, ["export", "none"])).stderr).toContain("Recording not found: none");
  });
});

describe("R2: an agent", () => {
  it("sees the recordings of its own sessions, and neither deletes nor marks any", async () => {
    const key = "0123456789abcdef0123456789abcdef";
    const { introduce } = await import("../../../electron/client/host-connection.ts");
    const { client } = await introduce({ paths: host.home.paths, name: "Mallory", kind: "mcp", key });
    using _client = client;
    await start(client, "echo mine", { id: "own", wait: { exit: true } });
    await client.request("session/stop", { id: "own" });
    const { recordings } = await client.request("recording/list", {});
    expect(recordings.map(({ name }) => name)).toEqual(["own"]);
    const build = (await listed("--name", "build"))[0]?.id ?? "";
    for (const id of ["build", build, build.slice(0, 8)]) {
      const requests = [
        client.request("recording/info", { id }),
        client.request("recording/export", { id, format: "cast" }),
        client.request("recording/index", { id }),
        client.request("recording/read", { id, position: 0 }),
      ];
      await Promise.all(requests.map(async (request) => expect(request).rejects.toMatchObject({ code: "no-such-recording" })));
    }
    expect((await client.request("recording/search", { text: "segmentation" })).matches).toEqual([]);
    await expect(client.request("recording/delete", { ids: ["own"] })).rejects.toMatchObject({ code: "forbidden" });
    await expect(client.request("recording/mark", { id: "own", atMs: 1, label: "x" })).rejects.toMatchObject({
      code: "forbidden",
    });
  });
});

describe("an export that takes long", () => {
  it("tells how far it is, can be ended, and leaves nothing behind", async () => {
    const client = await host.connect();
    await start(client, "for i in $(seq 300000); do echo line $i; done", {
      id: "long",
      wait: { exit: true, timeoutMs: 120_000 },
    });
    const first = await client.request("recording/export", { id: "long", format: "json" });
    let piece = first;
    while (piece.text === "" && piece.next !== undefined)
      piece = await client.request("recording/export", { id: "long", format: "json", from: piece.next });
    expect(piece.progress).toBe(1);
    await client.request("export/cancel", { from: piece.next ?? "" });
    await expect(
      client.request("recording/export", { id: "long", format: "json", from: piece.next ?? "" }),
    ).rejects.toMatchObject({
      code: "bad-request",
    });
    expect(readdirSync(host.home.paths.recordings).filter((name) => name.startsWith(".export-"))).toEqual([]);
  });
});

describe("deleting", () => {
  it("is for good, named in the audit, and leaves what runs", async () => {
    const client = await host.connect();
    await start(client, "sleep 600", { id: "running" });
    const { stdout, stderr, code } = await cotty(host.home, ["recordings", "delete", "tests", "running"]);
    expect(stdout).toMatch(/^Deleted 1 recording, /);
    expect(stderr).toContain("was kept: its session still runs");
    expect(code).toBe(1);
    expect((await listed()).map(({ name }) => name)).not.toContain("tests");
    expect(await cottyOk(host.home, ["audit", "-n", "5"])).toMatch(/recording\/delete {2}tests {2}allowed/);
    await client.request("session/stop", { id: "running" });
  });
});
