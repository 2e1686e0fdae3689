import { type AgentAdapter, emptyTrace } from "./agent-adapter.ts";
import { markersOf } from "../run/prompt.ts";
import { RUN_VARIABLE } from "../run/run-space.ts";
import { stripEscapes } from "./output-lines.ts";

const check: Omit<AgentAdapter, "argv" | "read"> = {
  modes: ["headless"],
  isCheck: true,
  takesMcp: false,
  requires: [],
  prepare: () => {},
  environment: () => ({}),
  versionCommand: () => undefined,
};

/**
 * Does the task by its own `solution`, and claims success. Its run must pass, or the
 * verifier refuses what is right.
 */
export const oracle: AgentAdapter = {
  ...check,
  environment: ({ task }) => (task.folder === undefined ? {} : { TASK: task.folder }),
  argv: ({ task }) => ["/bin/sh", "-c", task.solution ?? "echo 'The task has no solution.' >&2; exit 1"],
  read: ({ space }, output) => {
    const { complete } = markersOf(space.env[RUN_VARIABLE] ?? "");
    return { ...emptyTrace, lastMessage: `${stripEscapes(output)}\n${complete}` };
  },
};

/** Does nothing and claims nothing. Its run must fail, or the verifier accepts what was never done. */
export const nop: AgentAdapter = { ...check, argv: () => ["true"], read: () => emptyTrace };
