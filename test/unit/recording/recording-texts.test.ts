/** Searching the texts of recordings. */
import { mkdtempSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { RecordingCatalog } from "../../../electron/recording/recording-catalog.ts";
import { RecordingTexts } from "../../../electron/recording/recording-texts.ts";

let directory: string;
let catalog: RecordingCatalog;
let warnings: string[];
/** What the screens of recordings have shown, by id. */
let shown: Record<string, string>;
let made: string[];
let texts: RecordingTexts;

beforeEach(() => {
  directory = mkdtempSync("/tmp/ct-texts-");
  warnings = [];
  shown = {};
  made = [];
  catalog = new RecordingCatalog(directory, { onWarning: (message) => warnings.push(message), onEnded: () => {} });
  const make = async (recording: string, target: string): Promise<void> => {
    const id = /([^/]+)\.cast$/.exec(recording)?.[1] ?? "";
    made.push(id);
    const text = shown[id];
    if (text === undefined) throw new Error("it is damaged");
    await writeFile(target, text, { flag: "wx" });
  };
  texts = new RecordingTexts(catalog, make, (message) => warnings.push(message));
});
afterEach(() => {
  texts[Symbol.dispose]();
  rmSync(directory, { recursive: true });
});

function record(id: string, startedAtMs: number, text: string | undefined): void {
  if (text !== undefined) shown[id] = text;
  const facts = { name: id, command: "", cwd: "/", principal: "user", startedAtMs };
  catalog.begin({ key: id, size: { cols: 80, rows: 24 }, facts }).exit(1, { code: 0 });
}

async function search(text: string, limit = 10) {
  const all = (await catalog.list()).map(({ info }) => info);
  const { matches, ...rest } = await texts.search(all, { text, limit, signal: new AbortController().signal });
  return { ...rest, found: matches.map(({ recording, lines, count }) => ({ id: recording.id, lines, count })) };
}

test("finds parts of lines in any case, the latest recording first, with the time of each line", async () => {
  record("old", 1, "0\t$ make\n61\tError: no rule\n");
  record("new", 2, "3\tan ERROR here\n4\terror\n5\terror\n6\terror\n");
  record("other", 3, "3\tfine\n");
  const found = [
    {
      id: "new",
      count: 4,
      lines: [
        { atMs: 3000, text: "an ERROR here" },
        { atMs: 4000, text: "error" },
        { atMs: 5000, text: "error" },
      ],
    },
    { id: "old", count: 1, lines: [{ atMs: 61_000, text: "Error: no rule" }] },
  ];
  expect(await search("error")).toEqual({ found, more: 0, unread: 0 });
  expect(await search("error", 1)).toEqual({ found: found.slice(0, 1), more: 1, unread: 0 });
});

test("takes the text as it is, and not the times for text", async () => {
  record("one", 1, "1234\ta.b (c) [d] $1\n");
  expect((await search("a.b (c) [d] $1")).found).toHaveLength(1);
  expect((await search("a+b")).found).toEqual([]);
  expect((await search("1234")).found).toEqual([]);
});

test("shows the part of a long line that matches", async () => {
  record("one", 1, `0\t${"x".repeat(5000)}needle${"y".repeat(5000)}\n`);
  const text = (await search("needle")).found[0]?.lines[0]?.text ?? "";
  expect(text).toMatch(/^…x+needley+…$/);
  expect(text.length).toBeLessThan(310);
});

test("makes each text once, and says which could not be read", async () => {
  record("good", 1, "0\thello\n");
  record("bad", 2, undefined);
  const facts = { name: "live", command: "", cwd: "/", principal: "user", startedAtMs: 3 };
  using _live = catalog.begin({ key: "live", size: { cols: 80, rows: 24 }, facts });
  let readable = 0;
  using _listening = texts.onMade(() => readable++);
  expect(await search("hello")).toMatchObject({ unread: 2, found: [{ id: "good" }] });
  expect(await search("hello")).toMatchObject({ unread: 2 });
  expect(made.toSorted()).toEqual(["bad", "good"]);
  expect(readable).toBe(1);
  expect(warnings).toEqual(["The text of recording bad cannot be searched: it is damaged"]);
});
