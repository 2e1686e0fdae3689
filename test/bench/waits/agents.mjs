/**
 * What the rows of coding agents have in common: the real program from npm, a
 * home of its own with nobody's settings in it, and the model that adds
 * (`model-endpoint.mjs`) in place of theirs. Only with COTTY_TEST_CLIENTS=1,
 * because they are some hundred megabytes each.
 */
import { ASKS } from "./steps.mjs";

/** They draw in the same terminal for as long as they live and have no prompt that a line ends with. */
export const agent = (row) => ({
  kind: "agent",
  ended: ASKS,
  waits: ["prompt", "input"],
  ...row,
  requires: { npm: row.npm, service: "model", env: "COTTY_TEST_CLIENTS" },
  opening: { shows: row.opens, withinMs: 60_000 },
  // Without a network, some look for theirs first.
  steps: [{ submit: "please add {a} and {b}", withinMs: 60_000 }, { submit: "now add {b} and {a}" }],
});

/** Where a set of npm packages keeps its commands. */
export const command = (folder, name) => `${folder}/node_modules/.bin/${name}`;
