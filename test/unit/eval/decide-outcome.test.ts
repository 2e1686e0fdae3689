import { expect, test } from "vitest";
import type { ModelError } from "../../../electron/eval/agents/agent-adapter.ts";
import { decideOutcome, type RunEvidence } from "../../../electron/eval/run/decide-outcome.ts";

const evidence: RunEvidence = {
  infrastructure: undefined,
  contaminated: undefined,
  toolless: undefined,
  ended: "exit",
  exitCode: 0,
  modelError: undefined,
  claim: undefined,
  verified: false,
};

const failed = (message: string): ModelError => ({ message, isRefusal: false });

test("a reason is one line, whatever the agent adds", () => {
  const modelError = failed("overloaded\n\nTry again later.");
  expect(decideOutcome({ ...evidence, modelError }).reason).toBe("the agent could not ask its model: overloaded");
});

test.each<[string, Partial<RunEvidence>, string, string]>([
  ["a timeout", { ended: "timeout" }, "timeout", "the time was over"],
  [
    "an agent that asks in vain until its time is over",
    { ended: "timeout", modelError: failed("status 429") },
    "infrastructure",
    "could not ask its model: status 429",
  ],
  ["a model that is not there", { modelError: failed("connection refused") }, "infrastructure", "could not ask its model"],
  ["a model that will not answer", { modelError: { message: "it stopped", isRefusal: true } }, "fail", "the model refused"],
  ["a task that is done all the same", { modelError: failed("status 429"), verified: true }, "pass", "the verifier passed"],
  ["a lie", { claim: "complete" }, "false-claim", "the verifier failed"],
  [
    "a person's key in a run that passed",
    { contaminated: "ada typed into the run", verified: true },
    "contaminated",
    "ada typed",
  ],
  ["a run without its tool that passed", { toolless: "no tool", verified: true }, "toolless", "no tool"],
])("the outcome of %s", (_, change, outcome, reason) => {
  const decided = decideOutcome({ ...evidence, ...change });
  expect(decided.outcome).toBe(outcome);
  expect(decided.reason).toContain(reason);
});
