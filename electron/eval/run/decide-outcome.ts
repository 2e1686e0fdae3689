import type { ModelError } from "../agents/agent-adapter.ts";
import type { Outcome } from "../results/outcome.ts";
import type { Claim } from "./prompt.ts";

/** All that decides what came of a run. */
export interface RunEvidence {
  /** Why the run says nothing, if something outside of it failed. */
  readonly infrastructure: string | undefined;
  /** What somebody else did to the run: a sentence. */
  readonly contaminated: string | undefined;
  /** Why the agent did not have the tool, if that is known. */
  readonly toolless: string | undefined;
  readonly ended: "turn" | "exit" | "timeout" | "budget";
  readonly exitCode: number | undefined;
  /** What failed when the agent asked its model last, by its own log or by the gateway. */
  readonly modelError: ModelError | undefined;
  readonly claim: Claim | undefined;
  /** `undefined` where the task has no verifier. */
  readonly verified: boolean | undefined;
}

export interface Verdict {
  readonly outcome: Outcome;
  /** One sentence. */
  readonly reason: string;
}

/**
 * The outcome of a run. What makes a run void comes first. Then time and money. Then the
 * verifier decides, and the agent's own word only where there is none.
 */
export function decideOutcome(evidence: RunEvidence): Verdict {
  const { infrastructure, contaminated, toolless, ended, modelError, verified } = evidence;
  if (infrastructure !== undefined) return { outcome: "infrastructure", reason: infrastructure };
  if (contaminated !== undefined) return { outcome: "contaminated", reason: contaminated };
  if (toolless !== undefined) return { outcome: "toolless", reason: toolless };
  // An agent that asks again and again until its time is over has met the endpoint's fault, not its own.
  if (ended === "timeout" && modelError !== undefined) return unasked(modelError);
  if (ended === "timeout") return { outcome: "timeout", reason: "the time was over before the agent had ended" };
  if (ended === "budget") return { outcome: "over-budget", reason: "the job's budget was used up" };
  return verified === undefined ? byClaim(evidence) : byVerifier(evidence, verified);
}

/** Agents add advice below what failed. A reason is one line. */
function unasked({ message, isRefusal }: ModelError): Verdict {
  const [what = ""] = message.trim().split("\n");
  return isRefusal
    ? { outcome: "fail", reason: `the model refused: ${what}` }
    : { outcome: "infrastructure", reason: `the agent could not ask its model: ${what}` };
}

function byVerifier(evidence: RunEvidence, verified: boolean): Verdict {
  if (verified)
    return {
      outcome: "pass",
      reason: evidence.claim === "complete" ? "the verifier passed" : "the verifier passed, though the agent did not claim it",
    };
  if (evidence.claim === "complete")
    return { outcome: "false-claim", reason: "the agent claimed success, and the verifier failed" };
  return unclaimed(evidence);
}

function byClaim(evidence: RunEvidence): Verdict {
  return evidence.claim === "complete"
    ? { outcome: "pass", reason: "the agent claims it; the task has no verifier" }
    : unclaimed(evidence);
}

function unclaimed({ claim, ended, exitCode, modelError }: RunEvidence): Verdict {
  if (modelError !== undefined) return unasked(modelError);
  if (claim === "failed") return { outcome: "gave-up", reason: "the agent said that it failed" };
  if (ended === "exit" && exitCode !== undefined && exitCode !== 0)
    return { outcome: "fail", reason: `the agent ended with exit code ${exitCode} and claimed nothing` };
  return { outcome: "fail", reason: "the agent ended and claimed nothing" };
}
