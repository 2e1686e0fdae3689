/** What a program writes arrives whole (F17, F18, terminalcp's defects 3 and 4). Codes: docs/threats.md. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { descriptors, targetIfOpen } from "../../../electron/platform/linux/proc.ts";
import type { Client } from "../../../shared/client.ts";
import { RawSocket, type RawMessage } from "../../support/raw-socket.ts";
import { until } from "../../support/until.ts";
import { exitOf, readAll, start, startTestHost, type TestHost } from "../../support/test-host.ts";

let host: TestHost;
let client: Client;

beforeAll(async () => {
  host = await startTestHost();
  client = await host.connect();
});
afterAll(() => host[Symbol.asyncDispose]());

/** Runs `count` sessions, eight at a time, and hands each one's id to `check`. */
async function runMany(count: number, command: string, check: (id: string) => Promise<void>): Promise<void> {
  let left = count;
  const lane = async (): Promise<void> => {
    while (left-- > 0) {
      const { id } = await start(client, command);
      await check(id);
      await client.request("session/stop", { id });
    }
  };
  await Promise.all(Array.from({ length: 8 }, lane));
}

describe("F17, terminalcp's defect 3: a program that exits at once loses nothing", () => {
  it("100 bursts of 100 KB", async () => {
    const expected = "0123456789".repeat(10_000);
    const burst = join(host.home.root, "burst");
    writeFileSync(burst, expected);
    await runMany(100, `exec cat ${burst}`, async (id) => {
      expect(await exitOf(client, id)).toEqual({ code: 0 });
      const text = await readAll(client, id);
      expect(text.length).toBe(expected.length);
      expect(text).toBe(expected);
    });
  });

  it("100 times seq 1 2000", async () => {
    const expected = Array.from({ length: 2000 }, (_, i) => `${i + 1}\r\n`).join("");
    await runMany(100, "exec seq 1 2000", async (id) => {
      expect(await exitOf(client, id)).toEqual({ code: 0 });
      expect(await readAll(client, id)).toBe(expected);
    });
  });

  it("the exit tells code and signal, and comes after the last byte", async () => {
    const cases = [
      ["printf end; exit 0", { code: 0 }],
      ["printf end; exit 1", { code: 1 }],
      ["printf end; exit 77", { code: 77 }],
      ["printf end; kill -KILL $$", { code: 137, signal: "SIGKILL" }],
      ["printf end; kill -TERM $$", { code: 143, signal: "SIGTERM" }],
      ["printf end; kill -SEGV $$", { code: 139, signal: "SIGSEGV" }],
    ] as const;
    for (const [command, exit] of cases) {
      // The wait ends with the exit; by then the text must be there.
      const { session, wait } = await client.request("session/create", { command, wait: { exit: true } });
      expect(wait).toMatchObject({ ended: "exit", text: "end", exit });
      expect(session.exit).toEqual(exit);
    }
  });

  it("a background process that goes on writing does not hold the host up", async () => {
    const { id } = await start(client, "(trap '' HUP; exec yes) & sleep 0.2");
    expect(await exitOf(client, id)).toEqual({ code: 0 });
    await client.request("session/stop", { id });
  });
});

describe("F18: a consumer that stalls while the program exits", () => {
  it("loses nothing by not reading until the terminal is closed, 20 of 20", async () => {
    const expected = Array.from({ length: 30_000 }, (_, i) => `${i + 1}\r\n`).join("");
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        using slow = await RawSocket.open(host.home, "window");
        const { id } = await start(client, "read go; exec seq 1 30000");
        await slow.request("session/attach", { id });
        slow.pause();
        await client.request("session/write", { id, input: [{ text: "\r" }] });
        await exitOf(client, id);
        await until("every terminal is closed", () => openTerminals(host.pid) === 0);
        slow.resume();
        const end = expected.length + "\r\n".length;
        await until("the last output", () => slow.messages.some((message) => endOf(message) === end));
        expect(await readAll(client, id)).toBe(`\r\n${expected}`);
      }),
    );
  });
});

/** The pseudo-terminals that a process holds, of which it could still read output. */
function openTerminals(pid: number): number {
  return descriptors(pid).filter((descriptor) => /^\/dev\/(?:pts\/)?ptmx$/.test(targetIfOpen(pid, descriptor))).length;
}

/** Where an output event ends, or a screen stands. */
function endOf({ method, params }: RawMessage): number | undefined {
  if (method === "session/resync") return params?.["offset"] as number;
  if (method !== "session/output") return undefined;
  return Number(params?.["offset"]) + String(params?.["text"]).length;
}

describe("terminalcp's defect 4: UTF-8", () => {
  it("300 KB of 中 come back without a replaced character", async () => {
    const file = join(host.home.root, "zhong");
    writeFileSync(file, "中".repeat(100_000));
    const { id } = await start(client, `exec cat ${file}`);
    await exitOf(client, id);
    const text = await readAll(client, id);
    expect(text).toBe("中".repeat(100_000));
  });

  it("a character cut by a pause of the program is whole", async () => {
    const { id } = await start(client, String.raw`printf 'a\xf0\x9f'; sleep 0.1; printf '\x98\x80b\xff\xe4\xb8'`);
    await exitOf(client, id);
    expect(await readAll(client, id)).toBe("a😀b\ufffd\ufffd");
  });
});

describe("a program that floods", () => {
  it("22 MB are read back piece by piece, exactly", async () => {
    const { id } = await start(client, "exec seq 1 3000000");
    await exitOf(client, id, 100_000);
    let count = 0;
    let rest = "";
    let last = "";
    for (let at = 0; ;) {
      const { text, next, end } = await client.request("session/read", { id, since: at, limit: 500_000 });
      const lines = (rest + text).split("\r\n");
      rest = lines.pop() ?? "";
      for (const line of lines) if (line !== String(++count)) throw new Error(`line ${count} is ${line}`);
      last = lines.at(-1) ?? last;
      at = next;
      if (next >= end) break;
    }
    expect(last).toBe("3000000");
    await client.request("session/stop", { id });
  });
});
