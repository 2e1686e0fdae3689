/** A failure that the user can do something about. Its message is shown as it is, without a stack. */
export class EvaluationError extends Error {
  override readonly name = "EvaluationError";
}
