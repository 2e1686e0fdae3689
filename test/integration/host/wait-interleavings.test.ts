/** The same through a real pty: a program that answers in pieces, when it likes, to calls that come when they like. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Client } from "../../../shared/client.ts";
import { Random } from "../../support/random.ts";
import { start, startTestHost, type TestHost } from "../../support/test-host.ts";

let host: TestHost;
let client: Client;

beforeAll(async () => {
  host = await startTestHost();
  client = await host.connect();
});
afterAll(() => host[Symbol.asyncDispose]());

/** Says `said N` to `say N`, in pieces of any length, with pauses, after anything else. */
const PROGRAM = `
import random, sys, time
random.seed(7)
def out(text):
    while text:
        n = random.randint(1, 8)
        sys.stdout.write(text[:n]); sys.stdout.flush(); text = text[n:]
        if random.random() < 0.2: time.sleep(random.random() * 0.004)
out("? ")
for line in sys.stdin:
    number = line.split()[-1]
    out("".join(random.choice(["noise\\n", "10%\\r", "\\x1b[32mgreen\\x1b[0m\\n"]) for _ in range(random.randint(0, 3))))
    out("said " + number + random.choice(["\\n", "\\r\\x1b[K", " twice\\n"]))
    out("\\n? ")
`;

it("300 calls each get their own answer: not the echo, not an older one", async () => {
  const random = new Random(11);
  const { id } = await start(client, `exec python3 -u -c '${PROGRAM}'`);
  await client.request("session/wait", { id, until: { pattern: "\\? $" } });
  for (let number = 0; number < 300; number++) {
    const input = [{ text: `say, say "said ${number}" ${number}\r` }];
    const pattern = `^said ${number}\\b`;
    const prompt = { pattern: "\\? $" };
    if (random.chance(0.5)) {
      const { wait } = await client.request("session/write", { id, input, wait: { pattern, timeoutMs: 20_000 } });
      expect(wait, String(number)).toMatchObject({ ended: "match", match: `said ${number}` });
      await client.request("session/wait", { id, until: { pattern: "\\? $", timeoutMs: 300 } });
    } else {
      const { wait, failed } = await client.request("session/steps", {
        id,
        steps: [{ input, wait: { pattern } }, { wait: prompt }],
      });
      expect(failed, JSON.stringify(wait)).toBeUndefined();
      expect(wait.ended, String(number)).toBe("match");
    }
  }
}, 300_000);

it("100 prompts of a shell are each the next one", async () => {
  const { id } = await start(client, "exec env PS1='> ' bash --norc -i");
  await client.request("session/wait", { id, until: { prompt: true } });
  const random = new Random(3);
  for (let number = 0; number < 100; number++) {
    const pause = random.chance(0.3) ? `sleep 0.0${random.int(1, 9)}; ` : "";
    const { wait } = await client.request("session/write", {
      id,
      input: [{ text: `${pause}printf '%s> ' ${number}; ${pause}echo ${number}\r` }],
      wait: { prompt: true },
    });
    expect(wait).toMatchObject({ ended: "prompt", text: `${number}> ${number}\n>` });
  }
});
