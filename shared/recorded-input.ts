/** Who typed what and when, as `recording/inputs` tells it: one line of JSON for each. */
export type RecordedInput = {
  /** When its first key was typed, in milliseconds since 1970. */
  readonly atMs: number;
  /** The client that typed: its name and its kind. Empty where the recording does not say. */
  readonly name: string;
  readonly kind: string;
  /** Keys up to Enter, or up to a pause. A mask stands for what the terminal did not show. */
  readonly text: string;
};
