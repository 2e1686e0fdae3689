import { defineConfig } from "vitest/config";

/** `unit` runs in-process and in seconds; `integration` runs the built program against real ptys. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: ["test/unit/**/*.test.ts", "test/architecture.test.ts"],
          testTimeout: 60_000,
          // Files of one process share their modules: loading those anew for each took longer than most tests.
          isolate: false,
        },
      },
      {
        test: {
          name: "integration",
          include: ["test/integration/**/*.test.ts"],
          globalSetup: ["test/support/build.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
