/** Why what a person asked for in a dialog did not happen. A screen reader says it at once. */
import type { ReactElement } from "react";

type ErrorNoteProps = {
  /** Shows nothing when undefined. */
  readonly text: string | undefined;
  readonly className?: string;
};

export function ErrorNote({ text, className = "" }: ErrorNoteProps): ReactElement | null {
  if (text === undefined) return null;
  return (
    <p role="alert" className={`rounded-sm bg-fail-bg px-2 py-1.5 text-fail ${className}`}>
      {text}
    </p>
  );
}
