import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { cottyOk } from "../../support/cotty.ts";
import { createHome, hostPid } from "../../support/home.ts";
import { startTestHost } from "../../support/test-host.ts";
import { until } from "../../support/until.ts";

test.each([
  ["what the host's allocator is told is not told to programs", {}, "[ ]"],
  ["a user's own word to the allocator reaches programs", { MALLOC_ARENA_MAX: "3", MALLOC_MMAP_THRESHOLD_: "4096" }, "[3 4096]"],
])("%s", async (_, env, told) => {
  await using host = await startTestHost({ env });
  const client = await host.connect();
  const command = 'echo "[$MALLOC_ARENA_MAX $MALLOC_MMAP_THRESHOLD_]"; exec cat';
  const { session } = await client.request("session/create", { command, wait: { pattern: "]" } });
  expect((await client.request("session/screen", { id: session.id })).text).toContain(told);
});

test.runIf(process.platform === "linux")(
  "a host that a command starts has what saves memory, and its programs do not",
  async () => {
    await using home = createHome();
    await cottyOk(home, ["start", "s", "exec cat"]);
    const pid = hostPid(home);
    const environment = readFileSync(`/proc/${pid}/environ`, "latin1").split("\0");
    expect(environment).toEqual(expect.arrayContaining(["MALLOC_ARENA_MAX=01", "MALLOC_MMAP_THRESHOLD_=32767"]));
    expect(readFileSync(`/proc/${pid}/cmdline`, "latin1").split("\0")).toContain("--max-semi-space-size=2");
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "latin1").trim().split(" ");
    // Until it has become its program, a child has what the host has.
    for (const child of children)
      await until("it is a program", () => !readFileSync(`/proc/${child}/environ`, "latin1").includes("MALLOC_"));
  },
);
