/** The catalog: recordings that are being made, of the past, from elsewhere, and damaged ones. */
import { appendFileSync, existsSync, mkdtempSync, readdirSync, rmSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { RecordingCatalog } from "../../../electron/recording/recording-catalog.ts";
import { encodeEvent, encodeHeader } from "../../../shared/asciicast.ts";
import type { Recorder } from "../../../electron/recording/recorder.ts";
import type { RecordingInfo } from "../../../shared/protocol.ts";

const SIZE = { cols: 80, rows: 24 };
const STARTED = Date.UTC(2026, 0, 1);

let directory: string;
let catalog: RecordingCatalog;
let ended: number;

beforeEach(() => {
  directory = mkdtempSync("/tmp/ct-cat-");
  ended = 0;
  catalog = newCatalog();
});
afterEach(() => rmSync(directory, { recursive: true }));

function newCatalog(): RecordingCatalog {
  return new RecordingCatalog(directory, {
    onWarning: (message) => {
      throw new Error(message);
    },
    onEnded: () => ended++,
  });
}

function begin(key: string, more: { name?: string; startedAtMs?: number; principal?: string; agent?: string } = {}): Recorder {
  const { name = key, startedAtMs = STARTED, principal = "user", agent } = more;
  const facts = { name, command: "make", cwd: "/src", principal, startedAtMs, ...(agent !== undefined && { agent }) };
  return catalog.begin({ key, size: SIZE, facts });
}

/** Makes a recording that ended with this code. */
function record(key: string, more: Parameters<typeof begin>[1] & { code?: number } = {}): void {
  const recorder = begin(key, more);
  recorder.output(10, "hello");
  recorder.exit(2500, { code: more.code ?? 0 });
}

async function infos(from = catalog): Promise<RecordingInfo[]> {
  return (await from.list()).map(({ info }) => info);
}

const everything = (): boolean => true;

describe("what is known of a recording", () => {
  it("while it is made, when it has ended, and after the host has been started again", async () => {
    const recorder = begin("one", { agent: "Codex", principal: "agent-1" });
    expect((await infos())[0]).toMatchObject({ id: "one", name: "one", command: "make", agent: "Codex", isLive: true });
    recorder.output(10, "hello");
    recorder.exit(2500, { code: 7, signal: "SIGTERM" });
    const known = { id: "one", cwd: "/src", isLive: false, durationMs: 2500, exit: { code: 7, signal: "SIGTERM" }, markers: [] };
    expect((await infos())[0]).toMatchObject(known);
    expect((await newCatalog().list())[0]).toMatchObject({ info: known, principal: "agent-1" });
    expect(ended).toBe(1);
  });

  it("of a host that was killed: no exit, and a length up to the last write", async () => {
    begin("lost")[Symbol.dispose]();
    rmSync(join(directory, "lost.json"));
    const { path } = begin("killed");
    utimesSync(path, new Date(), new Date(STARTED + 5000));
    const [killed, lost] = (await infos(newCatalog())).toSorted((a, b) => a.id.localeCompare(b.id));
    expect(killed).toMatchObject({ id: "killed", isLive: false, durationMs: 5000 });
    expect(killed?.exit).toBeUndefined();
    expect(lost).toMatchObject({ id: "lost", name: "", command: "" });
  });

  it("of a file from elsewhere: what its first and its last line tell", async () => {
    const text = encodeHeader({ size: SIZE, startedAtMs: STARTED }) + encodeEvent(1, { kind: "exit", status: { code: 3 } });
    writeFileSync(join(directory, "demo.cast"), text);
    const [entry] = await catalog.list();
    expect(entry).toMatchObject({ info: { id: "demo", name: "", startedAtMs: STARTED, exit: { code: 3 } } });
    expect(entry?.principal).toBeUndefined();
  });

  it("with damaged facts: what the recording itself tells", async () => {
    record("one", { code: 4 });
    writeFileSync(join(directory, "one.json"), "{");
    expect((await infos(newCatalog()))[0]).toMatchObject({ id: "one", name: "", exit: { code: 4 } });
  });

  it("that is damaged: it is listed, with the reason, and stays", async () => {
    writeFileSync(join(directory, "broken.cast"), "\0\0\0");
    writeFileSync(join(directory, "empty.cast"), "");
    record("torn");
    truncateSync(join(directory, "torn.cast"), 100);
    const found = new Map((await infos(newCatalog())).map((info) => [info.id, info]));
    expect(found.get("broken")?.damage).toContain("not the header of an asciicast v3 file");
    expect(found.get("empty")?.damage).toContain("not the header");
    expect(found.get("torn")).toMatchObject({ name: "torn", exit: { code: 0 } });
    expect(found.get("torn")?.damage).toBeUndefined();
    expect(existsSync(join(directory, "broken.cast"))).toBe(true);
  });

  it("is looked at again when the file has changed", async () => {
    record("one");
    const [before] = await infos();
    appendFileSync(join(directory, "one.cast"), encodeEvent(1, { kind: "marker", label: "later" }));
    expect((await infos())[0]?.bytes).toBeGreaterThan(before?.bytes ?? 0);
  });

  it("nothing came of is nothing: no file is left", async () => {
    begin("none").discard();
    expect(await infos()).toEqual([]);
    expect(readdirSync(directory)).toEqual([]);
  });
});

describe("a recording is found", () => {
  const find = async (name: string): Promise<string> => (await catalog.find(name, everything)).info.id;

  it("by its id, by the latest of its session's name, and by the beginning of its id", async () => {
    record("aaaa1111", { name: "build", startedAtMs: STARTED });
    record("aaaa2222", { name: "build", startedAtMs: STARTED + 1 });
    record("bbbb3333", { name: "aaaa1111", startedAtMs: STARTED + 2 });
    expect(await find("aaaa1111")).toBe("aaaa1111");
    expect(await find("build")).toBe("aaaa2222");
    expect(await find("BBBB")).toBe("bbbb3333");
    await expect(find("aaaa")).rejects.toThrow("2 recordings begin with aaaa");
    await expect(find("bbb")).rejects.toMatchObject({ code: "no-such-recording" });
  });

  it("only where it may be seen, in the words for one that is not there", async () => {
    record("aaaa1111", { name: "secret", principal: "agent-1" });
    const message = "Recording not found: secret. 'cotty recordings' lists them";
    await expect(catalog.find("secret", ({ principal }) => principal === "agent-2")).rejects.toThrow(message);
  });
});

describe("markers", () => {
  it("are kept in order, replaced, and taken away; while it is made, too", async () => {
    const recorder = begin("live");
    record("past");
    for (const id of ["live", "past"]) {
      for (const marker of [
        { atMs: 500, label: "b" },
        { atMs: 100, label: "a" },
        { atMs: 500, label: "c" },
      ])
        await catalog.mark(await catalog.find(id, everything), marker);
      await catalog.mark(await catalog.find(id, everything), { atMs: 100, label: "" });
    }
    recorder.exit(1000, { code: 0 });
    for (const info of await infos(newCatalog())) expect(info.markers).toEqual([{ atMs: 500, label: "c" }]);
    expect((await infos(newCatalog())).map(({ exit }) => exit)).toEqual([{ code: 0 }, { code: 0 }]);
  });
});

describe("deleting", () => {
  it("takes all files of a recording, and leaves one that is being made", async () => {
    record("past");
    writeFileSync(catalog.textPath("past"), "0\thello\n");
    using live = begin("live");
    expect(await catalog.remove("past")).toBe(true);
    expect(await catalog.remove("live")).toBe(false);
    expect(live.isRecording).toBe(true);
    expect(readdirSync(directory).toSorted()).toEqual(["live.cast", "live.json"]);
  });
});
