/**
 * The documents and the code say the same: links lead somewhere, and every command and every
 * method of the protocol is described. Options are looked for in the source of the command line.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, extname, join, relative, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { SUMMARIES } from "../../electron/cli/help.ts";
import { methods } from "../../shared/protocol.ts";
import { SECTIONS, SETTING_NAMES, SETTINGS } from "../../shared/settings/settings.ts";

const root = resolve(import.meta.dirname, "../..");
const documents = [".", "docs", ".github"].flatMap((folder) => markdownIn(folder));

function markdownIn(folder: string): string[] {
  return readdirSync(join(root, folder))
    .filter((name) => extname(name) === ".md")
    .map((name) => join(folder, name));
}

function read(path: string): string {
  return readFileSync(join(root, path), "utf8");
}

/** The text of each source file below a folder. */
function sourcesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(?:ts|tsx|mjs)$/.test(name))
    .map((name) => read(join(folder, name)));
}

/** The text outside of code blocks: `#` in a shell script is no heading, and no link. */
function prose(text: string): string {
  return text.replace(/^```[\s\S]*?^```/gm, "");
}

/** The anchor that GitHub gives a heading: lower case, without punctuation, with hyphens for spaces. */
function anchorOf(heading: string): string {
  return heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/\s/g, "-");
}

function anchorsIn(path: string): string[] {
  return [...prose(read(path)).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = ""]) => anchorOf(heading));
}

/** Targets of links and of pictures. Those with a scheme lead elsewhere, and are not followed. */
function linksIn(path: string): string[] {
  const text = prose(read(path)).replace(/`[^`\n]*`/g, "");
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)|\b(?:src|srcset|href)="([^"]+)"/g)];
  return targets.map((match) => match[1] ?? match[2] ?? "").filter((target) => !/^[a-z]+:/i.test(target));
}

/** Why a link leads nowhere; undefined if it leads somewhere. */
function brokenLink(path: string, link: string): string | undefined {
  const [file = "", anchor] = link.split("#");
  const target = file === "" ? path : relative(root, resolve(root, dirname(path), file));
  if (target.startsWith("..")) return `${path}: ${link} leads out of the repository`;
  if (!existsSync(join(root, target))) return `${path}: ${link} does not exist`;
  if (anchor !== undefined && !anchorsIn(target).includes(anchor)) return `${path}: ${link} has no such heading`;
  return undefined;
}

describe("links in the documents", () => {
  test("lead to files and headings that exist", () => {
    const links = documents.flatMap((path) => linksIn(path).map((link) => ({ path, link })));
    expect(links.length).toBeGreaterThan(50);
    expect(links.map(({ path, link }) => brokenLink(path, link)).filter((problem) => problem !== undefined)).toEqual([]);
  });

  test("would be found broken", () => {
    expect(brokenLink("README.md", "docs/nowhere")).toBe("README.md: docs/nowhere does not exist");
    expect(brokenLink("docs/mcp.md", "../README.md#nowhere")).toBe("docs/mcp.md: ../README.md#nowhere has no such heading");
    expect(brokenLink("README.md", "../elsewhere")).toBe("README.md: ../elsewhere leads out of the repository");
  });

  test("reach every document", () => {
    const linked = documents.flatMap((path) =>
      linksIn(path).map((link) => relative(root, resolve(root, dirname(path), link.split("#")[0] ?? ""))),
    );
    expect(documents.filter((path) => path !== "README.md" && !linked.includes(path))).toEqual([]);
  });
});

describe("docs/command-line.md", () => {
  const text = read("docs/command-line.md");

  test("has a section for each command, and for nothing else", () => {
    const sections = [...text.matchAll(/^### `cotty ([a-z-]+)`$/gm)].map(([, name = ""]) => name);
    expect(sections.toSorted()).toEqual(Object.keys(SUMMARIES).toSorted());
  });

  test("has each command in its overview", () => {
    const overview = text.slice(text.indexOf("## Overview"), text.indexOf("## Start"));
    for (const name of Object.keys(SUMMARIES)) expect(overview).toContain(`[\`cotty ${name}\`](#cotty-${name})`);
  });

  test("names only options that the command line takes", () => {
    const source = [...sourcesIn("electron/cli"), ...sourcesIn("electron/eval/commands")].join("\n");
    const options = new Set([...text.matchAll(/(?<=[`\s])--[a-z][a-z-]*/g)].map(([option]) => option));
    expect(options.size).toBeGreaterThan(20);
    expect([...options].filter((option) => !source.includes(`"${option}"`) && option !== "--help")).toEqual([]);
  });
});

describe("commands in the documents", () => {
  test("exist", () => {
    const known = new Set([...Object.keys(SUMMARIES), "list"]);
    const words = documents.flatMap((path) =>
      [...read(path).matchAll(/(?:`|^|\$ )cotty ([a-z][a-z-]*)/gm)].map(([, word = ""]) => ({ path, word })),
    );
    expect(words.length).toBeGreaterThan(50);
    expect(words.filter(({ word }) => !known.has(word))).toEqual([]);
  });
});

describe("the messages in the README's troubleshooting", () => {
  test("are printed by the code, word for word", () => {
    const text = read("README.md");
    const rows = text.slice(text.indexOf("## Troubleshooting"), text.indexOf("## Status")).matchAll(/^\| ([^|]*) \|/gm);
    const messages = [...rows].flatMap(([, cell = ""]) =>
      [...cell.matchAll(/`([^`]{12,})`/g)].map(([, message = ""]) => message),
    );
    expect(messages.length).toBeGreaterThan(5);
    const sources = ["electron", "renderer", "scripts"].flatMap((folder) => sourcesIn(folder)).join("\n");
    // What differs each time is written `…`.
    const parts = messages.flatMap((message) => message.split("…").map((part) => part.trim()));
    expect(parts.filter((part) => !sources.includes(part))).toEqual([]);
  });
});

describe("docs/protocol.md", () => {
  const text = read("docs/protocol.md");

  test("has a row for each method", () => {
    const rows = [...text.matchAll(/^\| `([a-z]+\/[a-z-]+)[^`]*` \| [a-z]* ?\|/gm)].map(([, name = ""]) => name);
    expect(rows.toSorted()).toEqual(Object.keys(methods).toSorted());
  });
});

describe("docs/settings.md", () => {
  const text = read("docs/settings.md");
  const sectionOf = (name: string): string => text.slice(text.indexOf(`## ${name}\n`)).split(/\n## /)[0] ?? "";

  test.each(SECTIONS)("%s: lists the settings as their table has them", (section) => {
    const rows = sectionOf(section)
      .split("\n")
      .filter((line) => line.startsWith("| `"));
    const expected = SETTING_NAMES.filter((name) => SETTINGS[name].section === section).map((name) => {
      const { check, default: value, help } = SETTINGS[name];
      return `| \`${name}\` | ${check.kind} | \`${JSON.stringify(value)}\` | ${help} |`;
    });
    expect(expected.length).toBeGreaterThan(0);
    expect(rows).toEqual(expected);
  });
});
