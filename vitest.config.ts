import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

/** What holds for every project. */
const COMMON = {
  // Only what fails takes so long, on a slow or busy machine too.
  testTimeout: 240_000,
  hookTimeout: 240_000,
  // A test that asserts nothing cannot fail, so it fails here; one that cannot run says so with `skip`.
  expect: { requireAssertions: true, poll: { timeout: 30_000 } },
  // The end of a run names the first line of each error: it must say what was there.
  chaiConfig: { truncateThreshold: 600 },
  setupFiles: ["test/support/leaks.ts"],
};

/**
 * `unit` runs in-process and in seconds; `integration` runs the built program
 * against real ptys; `timing` holds what has a time limit.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: ["test/unit/**/*.test.ts", "test/architecture.test.ts"],
          ...COMMON,
          // A check is waited for: no processor stays free.
          maxWorkers: availableParallelism(),
          // Files of one process share their modules: loading those anew for each took longer than most tests.
          isolate: false,
        },
      },
      {
        test: {
          name: "integration",
          include: ["test/integration/**/*.test.ts"],
          globalSetup: ["test/support/build.ts"],
          ...COMMON,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: "fuzz",
          include: ["test/fuzz/**/*.fuzz.ts"],
          globalSetup: ["test/support/build.ts"],
          ...COMMON,
          maxWorkers: 1,
          sequence: { groupOrder: 3 },
        },
      },
      {
        test: {
          name: "timing",
          include: ["test/timing/**/*.test.ts"],
          globalSetup: ["test/support/build.ts"],
          ...COMMON,
          // One file after the other, when all else is over: what else runs would be measured, too.
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
