/** Answers that may take seconds: output rendered as text. They are worked out in steps, over several turns of a screen. */
import type { Questions, ToWorker } from "../worker-protocol.ts";
import { OpenReadings } from "./open-readings.ts";
import type { Screen } from "./screen.ts";
import type { Steps } from "./steps.ts";

type Question = ToWorker & { kind: "ask" };

export class AnswersInSteps {
  readonly #readings = new OpenReadings();
  /** The answers that are being worked out, by the number of the question. */
  readonly #started = new Map<number, Steps<unknown>>();

  /** Works on an answer until `deadline`, of `performance.now`. Undefined when it is not done by then. */
  goOn(screen: Screen, question: Question, deadline: number): { readonly result: unknown } | undefined {
    const steps = this.#started.get(question.ask) ?? this.#start(screen, question);
    this.#started.set(question.ask, steps);
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done) {
        this.#started.delete(question.ask);
        return { result: step.value };
      }
      if (performance.now() > deadline) return undefined;
    }
  }

  /** The question is refused. */
  forget(ask: number): void {
    this.#started.delete(ask);
  }

  /** The screen is closed. */
  drop(screen: Screen): void {
    this.#readings.drop(screen);
  }

  *#start(screen: Screen, { name, params }: Question): Steps<unknown> {
    if (name === "render") return yield* this.#readings.begin(screen, params as Questions["render"]["params"]);
    const steps = this.#readings.goOn(screen, params as Questions["renderOn"]["params"]);
    return steps ? { piece: yield* steps } : {};
  }
}
