/** References can be followed: what comments, test names and documents point to is in the repository. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { describe, expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../..");
const THREATS = "docs/threats.md";

function filesIn(directory: string, pattern: RegExp, recursive = true): string[] {
  return readdirSync(join(root, directory), { recursive, withFileTypes: true })
    .filter((entry) => entry.isFile() && pattern.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((file) => !file.includes("node_modules"));
}

const read = (file: string): string => readFileSync(join(root, file), "utf8");
const exists = (...path: string[]): boolean => existsSync(join(root, ...path));

const SOURCE = /\.(?:[cm]?[jt]sx?|css|html|py|sh|c|ya?ml)$/;
const sources = [
  ...["electron", "renderer", "shared", "scripts", "test", "examples", "build", "bin", ".github"].flatMap((folder) =>
    filesIn(folder, SOURCE),
  ),
  ...filesIn(".", SOURCE, false),
].map((file) => ({ file, text: read(file) }));
const tests = sources.filter(({ file }) => /\.(?:test|e2e)\.ts$/.test(file));
const documents = [...filesIn(".", /\.md$/, false), ...filesIn("docs", /\.md$/)].map((file) => ({ file, text: read(file) }));

/** Rows of the tables of docs/threats.md: the code, or the number of a defect, and the test files it names. */
const rows = [...read(THREATS).matchAll(/^\| ([A-Z]\d+|defect \d+) \|(.*)\|$/gm)].map(([, code = "", cells = ""]) => ({
  code,
  files: [...cells.matchAll(/[\w./-]+\.(?:test|e2e)\.ts/g)].map(([file]) => `test/${file}`),
  isTested: !cells.includes("not tested here"),
}));
const known = new Set(rows.map(({ code }) => code));

/** `defects 8 and 9`, `defect 3`: as the rows name them. */
function defectsIn(text: string): string[] {
  return [...text.matchAll(/terminalcp's defects? (\d+)(?: and (\d+))?/g)].flatMap(([, one, other]) =>
    [one, other].flatMap((number) => (number === undefined ? [] : [`defect ${number}`])),
  );
}

/** The codes at the beginnings of test names, as in `test("F5 E12 twenty crashes …`, and in the comments that refer to the table. */
function codesIn(text: string): string[] {
  const names = [...text.matchAll(/\(\s*["`]((?:[A-Z]\d{1,2}[:,]? )+)/g)].map(([, codes = ""]) => codes);
  const comments = text.split("\n").filter((line) => line.includes(THREATS) && /^\s*(?:\/\*\*|\*|\/\/)/.test(line));
  return [...names, ...comments].flatMap((place) => place.match(/\b[A-Z]\d{1,2}\b/g) ?? []);
}

describe("documents", () => {
  test("every document that a source file names is in the repository", () => {
    // The definitions of an evaluation and the files of its runs are markdown that is no document of ours.
    const named = sources
      .filter(({ file }) => !/(?:^|\/)eval\//.test(file))
      .flatMap(({ file, text }) =>
        (text.match(/[\w./-]*\b[\w-]+\.md\b/g) ?? []).map((name) => ({ file, name: name.replace(/^(?:\.\.?\/)+/, "") })),
      );
    expect(named.length).toBeGreaterThan(20);
    // The skill that Cotty writes for agents is a file of theirs.
    expect(named.filter(({ name }) => basename(name) !== "SKILL.md" && !exists(name) && !exists(basename(name)))).toEqual([]);
  });

  test("every link between documents leads to a file", () => {
    const links = documents.flatMap(({ file, text }) =>
      [...text.matchAll(/\]\((?![a-z]+:|#)([^)#\s]+)/g)].map(([, target = ""]) => ({ file, target })),
    );
    expect(links.length).toBeGreaterThan(0);
    expect(links.filter(({ file, target }) => !exists(dirname(file), target))).toEqual([]);
  });
});

describe("the table of threats", () => {
  test("has a row for every code that a test or a comment uses", () => {
    const used = sources.flatMap(({ file, text }) => [...codesIn(text), ...defectsIn(text)].map((code) => ({ file, code })));
    expect(used.length).toBeGreaterThan(200);
    expect(used.filter(({ code }) => !known.has(code))).toEqual([]);
  });

  test("has one row for each code", () => {
    expect(rows).toHaveLength(known.size);
  });

  test("names only tests that exist and that name the code", () => {
    const named = rows.flatMap(({ code, files }) => files.map((file) => ({ code, file })));
    const wrong = named.filter(({ code, file }) => {
      const text = tests.find((one) => one.file === file)?.text;
      return text === undefined || ![...codesIn(text), ...defectsIn(text)].includes(code);
    });
    expect(wrong).toEqual([]);
  });

  test("names a test for every row, or says that there is none", () => {
    expect(rows.filter(({ files, isTested }) => isTested && files.length === 0)).toEqual([]);
  });
});
