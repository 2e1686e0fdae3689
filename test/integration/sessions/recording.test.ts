/** Recordings: the file, who typed what, passwords, full disks, exports (R1, R4, F6). Codes: docs/threats.md. */
import { spawnSync } from "node:child_process";
import { appendFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { descriptors, targetIfOpen } from "../../../electron/platform/linux/proc.ts";
import type { Client } from "../../../shared/client.ts";
import type { CastEvent } from "../../../shared/asciicast.ts";
import { onlyCast, outputOf, readCast } from "../../support/cast.ts";
import { createHome, type Home } from "../../support/home.ts";
import { exitOf, readAll, sessionKeys, start, startTestHost, waitForScreen } from "../../support/test-host.ts";
import { until } from "../../support/until.ts";

const require = createRequire(import.meta.url);
const SECRET = "hunter2-SECRET";

/** What each driver typed, by the markers that say who types from here on. */
function inputsByDriver(events: readonly CastEvent[]): Record<string, string> {
  const typed: Record<string, string> = {};
  let driver = "nobody";
  for (const event of events) {
    if (event.kind === "marker") driver = event.label;
    if (event.kind === "input") typed[driver] = (typed[driver] ?? "") + event.text;
  }
  return typed;
}

async function exported(client: Client, id: string, format: "cast" | "cast-v2" | "txt"): Promise<string> {
  let text = "";
  let from: string | undefined;
  do {
    const piece = await client.request("session/export", { id, format, ...(from !== undefined && { from }) });
    text += piece.text;
    from = piece.next;
  } while (from !== undefined);
  return text;
}

describe("the file", () => {
  it("R4: is 0600 in a 0700 directory, holds all of the output, and who typed what", async () => {
    await using host = await startTestHost();
    const agent = await host.connect("mcp", "Claude Code");
    const person = await host.connect("window", "You");
    const { id } = await start(agent, "exec bash --norc -i", { size: { cols: 100, rows: 30 } });
    await waitForScreen(agent, id, /[#$]$/);
    await agent.request("session/write", { id, input: [{ text: "echo from-agent\r" }], wait: { pattern: "^from-agent" } });
    for (const key of "echo by-hand") await person.request("session/write", { id, input: [{ text: key }] });
    await person.request("session/write", { id, input: [{ key: "Enter" }], wait: { pattern: "^by-hand" } });
    await person.request("session/resize", { id, size: { cols: 90, rows: 20 } });
    await person.request("lease/release", { id });
    await agent.request("session/write", { id, input: [{ text: "exit 4\r" }], wait: { exit: true } });
    const file = onlyCast(host.home);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(host.home.paths.recordings).mode & 0o777).toBe(0o700);
    const events = readCast(file);
    expect(outputOf(events)).toBe(await readAll(agent, id));
    expect(inputsByDriver(events)).toEqual({
      "driver: Claude Code (mcp)": "echo from-agent\rexit 4\r",
      "driver: You (window)": "echo by-hand\r",
    });
    expect(events).toContainEqual({ kind: "resize", size: { cols: 90, rows: 20 } });
    expect(events.at(-1)).toEqual({ kind: "exit", status: { code: 4 } });
    expect(existsSync(join(host.home.root, "run"))).toBe(true);
  });
});

describe("R1: passwords", () => {
  const PROMPTS = {
    "read -s": "read -s -p 'Password: ' p; echo; echo length ${#p}",
    "read -s, then a shell": "read -s -p 'Password: ' p; echo; echo length ${#p}; exec bash --norc -i",
    getpass: `exec python3 -c 'import getpass; print("length", len(getpass.getpass()))'`,
  };

  it("typed by hand or by an agent are nowhere under COTTY_HOME", async () => {
    await using host = await startTestHost();
    const client = await host.connect();
    for (const [what, command] of Object.entries(PROMPTS)) {
      for (const how of ["by hand", "in one burst"] as const) {
        const id = `${what} ${how}`;
        await start(client, command, { id });
        await waitForScreen(client, id, /Password:/);
        const person = await host.connect(how === "by hand" ? "window" : "script", how);
        if (how === "in one burst") await person.request("session/write", { id, input: [{ text: `${SECRET}\r` }] });
        else {
          for (const key of SECRET) await person.request("session/write", { id, input: [{ text: key }] });
          await person.request("session/write", { id, input: [{ key: "Enter" }] });
        }
        await waitForScreen(client, id, new RegExp(`length ${SECRET.length}`));
        const inputs = await client.request("session/inputs", { id });
        expect(
          inputs
            .map(({ text }) => text)
            .join("")
            .replaceAll("••••", ""),
        ).toBe("\r");
        await exported(client, id, "txt");
        await exported(client, id, "cast");
      }
    }
    await client.request("session/stop-all", {});
    for (const file of readdirSync(host.home.root, { recursive: true, withFileTypes: true })) {
      if (!file.isFile()) continue;
      const text = readFileSync(join(file.parentPath, file.name), "utf8");
      expect(text, file.name).not.toContain(SECRET);
    }
    for (const key of sessionKeys(host.home)) {
      const typed = Object.values(inputsByDriver(readCast(join(host.home.paths.recordings, `${key}.cast`)))).join("");
      expect(typed.replaceAll("••••", "")).toBe("\r");
    }
  });
});

describe("F6: a full disk", () => {
  it("costs a gap with a marker and one warning, never the session", async ({ skip }) => {
    if (process.getuid?.() !== 0) skip("only root may mount the small disk that this fills");
    await using home = createHome();
    mkdirSync(home.paths.recordings, { mode: 0o700 });
    const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=512k,mode=700", "tmpfs", home.paths.recordings]).status === 0;
    if (!mounted) skip("this container may not mount the small disk that this fills");
    try {
      await using host = await startTestHost({ home });
      const client = await host.connect();
      const filler = join(home.paths.recordings, "filler");
      const { id } = await start(client, "exec bash --norc");
      await client.request("session/write", { id, input: [{ text: "echo before\r" }], wait: { pattern: "^before" } });
      await client.request("session/write", {
        id,
        input: [{ text: "seq 1 200000; echo flooded\r" }],
        wait: { pattern: "^flooded" },
      });
      expect((await client.request("session/list", {}))[0]?.recording).toBe(false);
      // The session goes on, and what is in memory can be read.
      const { wait } = await client.request("session/write", { id, input: [{ text: "echo on\r" }], wait: { pattern: "^on$" } });
      expect(wait?.ended).toBe("match");
      writeFileSync(filler, "");
      spawnSync("mount", ["-o", "remount,size=16m", home.paths.recordings]);
      await until("it is recorded again", async () => {
        await client.request("session/write", { id, input: [{ text: "echo again\r" }], wait: { quietMs: 50 } });
        return (await client.request("session/list", {}))[0]?.recording;
      });
      await client.request("session/write", { id, input: [{ text: "exit\r" }], wait: { exit: true } });
      const file = onlyCast(home);
      const events = readCast(file);
      const gaps = events.filter((event) => event.kind === "marker" && event.label.startsWith("gap: "));
      // More than one if it fills again before there is room.
      expect(gaps.length).toBeGreaterThan(0);
      expect(outputOf(events)).toContain("before");
      expect(outputOf(events)).toContain("again");
      expect(events.at(-1)?.kind).toBe("exit");
      // Whoever types after the gap is named again.
      const after = events.slice(events.findIndex((event) => event === gaps[0]));
      expect(after.find((event) => event.kind === "marker" && event.label.startsWith("driver: "))).toBeDefined();
      // Reading stands still nowhere, and says where there is nothing.
      const whole = await readAll(client, id);
      expect(whole.startsWith("bash") || whole.includes("before")).toBe(true);
      expect(whole).toContain("again");
      const warnings = host
        .log()
        .split("\n")
        .filter((line) => line.includes("paused"));
      expect(warnings.length).toBe(gaps.length);
    } finally {
      spawnSync("umount", ["-l", home.paths.recordings]);
    }
  });
});

describe("reading back", () => {
  it("5 MB of output are read from any offset exactly as they were written", async () => {
    await using host = await startTestHost();
    const client = await host.connect();
    const produced = Array.from({ length: 500_000 }, (_, i) => `${i}中`).join("") + "\n".repeat(3) + "😀x".repeat(700_000);
    const source = join(host.home.root, "produced");
    writeFileSync(source, produced);
    const { id } = await start(client, `exec cat ${source}`);
    await exitOf(client, id);
    const whole = produced.replaceAll("\n", "\r\n");
    expect(whole.length).toBeGreaterThan(5_000_000);
    // Compared here: a difference of megabytes is nothing to print.
    expect((await readAll(client, id)) === whole).toBe(true);
    expect(outputOf(readCast(onlyCast(host.home))) === whole).toBe(true);
    for (let probe = 0; probe < 60; probe++) {
      const since = Math.floor((whole.length * probe) / 60) + probe;
      const { text, next, end } = await client.request("session/read", { id, since, limit: 1000 });
      // One less where the end would have cut a character in two.
      expect(text).toBe(whole.slice(since, since + text.length));
      expect(text.length).toBeGreaterThan(Math.min(998, whole.length - since - 1));
      expect(next).toBe(since + text.length);
      expect(end).toBe(whole.length);
    }
  });

  it("stripped of escape sequences, page by page, without a torn one", async () => {
    await using host = await startTestHost();
    const client = await host.connect();
    const { id } = await start(
      client,
      "for i in $(seq 1 300); do printf '\\e[1;3%dm%d\\e[0m \\e]0;title %d\\a😀' $((i % 7 + 1)) $i $i; done",
    );
    await exitOf(client, id);
    const expected = Array.from({ length: 300 }, (_, i) => `${i + 1} 😀`).join("");
    for (const limit of [7, 30, 31, 32, 33, 1000]) {
      let text = "";
      for (let at = 0; ;) {
        const part = await client.request("session/read", { id, since: at, limit, strip: true });
        expect(part.text).not.toMatch(/[\ud800-\udbff]$/);
        text += part.text;
        expect(part.next).toBeGreaterThan(at);
        at = part.next;
        if (at >= part.end) break;
      }
      // A page shorter than a sequence has to tear it.
      if (limit >= 30) expect(text).toBe(expected);
    }
  });

  it("as text, a progress bar of several pieces is one line", async () => {
    await using host = await startTestHost();
    const client = await host.connect();
    const program = 'print "head\\r\\n"; print "\\rprogress $_" for 1..30000; print "\\rFINISHED       \\r\\nend\\r\\n"';
    const { id } = await start(client, `perl -e '${program}'`);
    await exitOf(client, id);
    const { end } = await client.request("session/read", { id, limit: 1 });
    for (const last of [undefined, end - "end\r\r\n".length]) {
      let text = "";
      for (let at = 0; ;) {
        const part = await client.request("session/read", {
          id,
          since: at,
          strip: true,
          ...(last !== undefined && { end: last }),
        });
        text += part.text;
        at = part.next;
        if (at >= (last ?? end)) break;
      }
      expect(text).toBe(`head\nFINISHED\n${last === undefined ? "end\n" : ""}`);
    }
  });
});

type PlayerEvent = [timeMs: number, code: string, data: string];

/** asciinema-player exports no parser, so a copy of it is made to. */
async function parseWithPlayer(home: Home, cast: string): Promise<PlayerEvent[]> {
  const source = dirname(require.resolve("asciinema-player"));
  const target = join(home.root, "player");
  cpSync(source, target, { recursive: true });
  writeFileSync(join(target, "package.json"), '{"type":"module"}');
  const core = readdirSync(target).find((name) => name.startsWith("core-")) ?? "";
  const name = /async function (parse\$?\d*)\(data\)/.exec(readFileSync(join(target, core), "utf8"))?.[1];
  appendFileSync(join(target, core), `\nexport { ${name} as parseRecording };\n`);
  const player = (await import(/* @vite-ignore */ pathToFileURL(join(target, core)).href)) as {
    parseRecording(response: Response): Promise<{ events: { toArray(): PlayerEvent[] } }>;
  };
  return (await player.parseRecording(new Response(cast))).events.toArray();
}

describe("exports", () => {
  it("cast is the recording, cast-v2 has its events in the older form, txt is what a person saw", async () => {
    await using host = await startTestHost();
    const client = await host.connect();
    const { id } = await start(
      client,
      "printf 'plain \\e[31mred\\e[0m\\nprogress 1%%\\rprogress 100%%\\n'; seq 1 3000; printf '中文 end'",
      {
        id: "name/with ../things",
      },
    );
    await exitOf(client, id);
    const cast = await exported(client, id, "cast");
    expect(cast).toBe(readFileSync(onlyCast(host.home), "utf8"));
    const { fileName } = await client.request("session/export", { id, format: "cast" });
    expect(fileName).toBe("name-with-..-things.cast");
    const text = await exported(client, id, "txt");
    expect(text.split("\n").slice(0, 3)).toEqual(["plain red", "progress 100%", "1"]);
    expect(text).toContain("\n2999\n3000\n中文 end");
    expect(!readdirSync(host.home.paths.recordings).some((name) => name.startsWith(".export-"))).toBe(true);
    const v2 = await exported(client, id, "cast-v2");
    const [header, ...lines] = v2.trimEnd().split("\n");
    expect(JSON.parse(header ?? "")).toMatchObject({ version: 2, width: 80, height: 24 });
    const times = lines.map((line) => (JSON.parse(line) as [number, string, string])[0]);
    expect(times).toEqual([...times].sort((a, b) => a - b));
  });

  it("cast-v2 plays in asciinema 2.x", async ({ skip }) => {
    const { stdout: version } = spawnSync("asciinema", ["--version"], { encoding: "utf8" });
    // Later ones have other commands.
    if (!/ 2\./.test(version ?? "")) skip("asciinema 2.x is not installed");
    await using host = await startTestHost();
    const client = await host.connect();
    const { id } = await start(client, "seq 1 3000; printf '中文 end'", { wait: { exit: true } });
    const file = join(host.home.root, "v2.cast");
    writeFileSync(file, await exported(client, id, "cast-v2"));
    // It wants a terminal of its own, and here are plenty.
    const player = await start(client, `asciinema cat ${file}; asciinema play -s 1000 ${file}`);
    expect((await exitOf(client, player.id)).code).toBe(0);
    const played = await readAll(client, player.id);
    expect(played.split("2999\r\n3000\r\n中文 end").length).toBe(3);
  });

  it("that are begun and abandoned hold few files open, and none once the client has disconnected", async () => {
    await using host = await startTestHost();
    const client = await host.connect();
    const leaving = await host.connect();
    const { id } = await start(client, "seq 1 100000", { wait: { exit: true } });
    const { recordings } = host.home.paths;
    const openFiles = (): number =>
      descriptors(host.pid).filter((descriptor) => targetIfOpen(host.pid, descriptor).startsWith(recordings)).length;
    await until("its recording is complete", () => openFiles() === 0);
    const begun: (string | undefined)[] = [];
    for (let n = 0; n < 50; n++) begun.push((await leaving.request("session/export", { id, format: "cast" })).next);
    // The file of the one that a new one has ended may still be closing.
    await until("only the last eight are open", () => openFiles() === 8);
    await leaving.request("session/export", { id, format: "cast", from: begun.at(-1) });
    await expect(leaving.request("session/export", { id, format: "cast", from: begun[0] })).rejects.toThrow("start it again");
    const texts = Array.from({ length: 20 }, () => leaving.request("session/export", { id, format: "txt" }));
    const ended = Promise.allSettled(texts);
    // Which ones are refused, and which ones newer ones end, is not said.
    await Promise.any(texts.map((text) => expect(text).rejects.toThrow("4 exports are being made already")));
    leaving[Symbol.dispose]();
    await ended;
    // What is read is closed first and removed then.
    const removed = (): boolean => !readdirSync(recordings).some((name) => name.startsWith(".export-"));
    await until("the files are closed and what was made is removed", () => openFiles() === 0 && removed());
  });

  it("that a killed host was making are removed by the next one", async () => {
    await using home = createHome();
    const first = await startTestHost({ home });
    const client = await first.connect();
    const { id } = await start(client, "seq 1 300000", { wait: { exit: true } });
    const exporting = client.request("session/export", { id, format: "txt" }).catch(() => {});
    const left = (): boolean => readdirSync(home.paths.recordings).some((name) => name.startsWith(".export-"));
    await until("it has begun", left);
    await first.stop("SIGKILL");
    await exporting;
    expect(left()).toBe(true);
    await using _second = await startTestHost({ home });
    expect(left()).toBe(false);
  });

  it("the player's own parser reads the recording as it lies on disk", async () => {
    await using host = await startTestHost();
    const client = await host.connect();
    const { id } = await start(client, "printf '\\e[1mbold\\e[0m 中\\n'; read x; exit 3");
    await client.request("session/write", { id, input: [{ text: "answer\r" }], wait: { exit: true } });
    const events = await parseWithPlayer(host.home, readFileSync(onlyCast(host.home), "utf8"));
    expect(events.map(([, code]) => code)).toEqual(expect.arrayContaining(["o", "m", "i", "x"]) as string[]);
    expect(
      events
        .filter(([, code]) => code === "o")
        .map(([, , data]) => data)
        .join(""),
    ).toBe(await readAll(client, id));
    expect(events.at(-1)?.slice(1)).toEqual(["x", "3"]);
  });
});
