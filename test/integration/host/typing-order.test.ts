/** What one client types without waiting for answers is typed in that order, however long the host takes to check each input. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Client } from "../../../shared/client.ts";
import { Random } from "../../support/random.ts";
import { start, startTestHost, type TestHost, waitForScreen } from "../../support/test-host.ts";

const ROUNDS = 12;
const INPUTS = 60;

let host: TestHost;
let agent: Client;

beforeAll(async () => {
  host = await startTestHost();
  agent = await host.connect("mcp", "A");
});
afterAll(() => host[Symbol.asyncDispose]());

it("keys, texts, clicks, and inputs that wait, for a turn or for their effect", async () => {
  const random = new Random(5);
  for (let round = 0; round < ROUNDS; round++) {
    // It has asked for the mouse, and shows what it reads in letters.
    const { id } = await start(agent, "stty raw -echo; printf '\\033[?1000h\\033[?1006hready '; exec cat -v", {
      size: { cols: 80, rows: 24 },
    });
    await waitForScreen(agent, id, /ready/);
    const typing: Promise<unknown>[] = [];
    for (let number = 1; number <= INPUTS; number++) {
      const click = { row: 1, col: number, button: "wheelup" } as const;
      const input = random.chance(0.3) ? [{ click }] : [{ text: `${number},` }];
      const wait = random.chance(0.2) && { wait: { quietMs: 1 } };
      const ifHeld = random.chance(0.2) && { ifHeld: "wait" as const };
      typing.push(agent.request("session/write", { id, input, ...wait, ...ifHeld }));
      // The terminal has answered for some of those before, and not for others.
      if (random.chance(0.4)) await typing[random.int(0, typing.length - 1)];
    }
    await Promise.all(typing);
    const text = (await waitForScreen(agent, id, new RegExp(`[^\\d]${INPUTS}(?:,|;1M)`))).replaceAll("\n", "");
    const numbers = [...text.matchAll(/<64;(\d+);1M|(\d+),/g)].map(([, clicked, typed]) => Number(clicked ?? typed));
    expect(numbers).toEqual(Array.from({ length: INPUTS }, (_, index) => index + 1));
    await agent.request("session/stop", { id });
  }
});
