import { expect, test } from "vitest";
import { startTestHost } from "../../support/test-host.ts";

test.each([
  ["what the host's allocator is told is not told to programs", {}, "[]"],
  ["a user's own word to the allocator reaches programs", { MALLOC_ARENA_MAX: "3" }, "[3]"],
])("%s", async (_, env, told) => {
  await using host = await startTestHost({ env });
  const client = await host.connect();
  const command = 'echo "[$MALLOC_ARENA_MAX]"; exec cat';
  const { session } = await client.request("session/create", { command, wait: { pattern: "]" } });
  expect((await client.request("session/screen", { id: session.id })).text).toContain(told);
});
