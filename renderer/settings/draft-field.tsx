/** A field whose text counts once the person has left it or pressed Enter: half a number is no setting. */
import { type InputHTMLAttributes, type ReactElement, useEffect, useState } from "react";

type DraftFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, "value" | "onChange"> & {
  readonly value: string;
  /** Takes the text over, or says what is wrong with it. */
  readonly onCommit: (text: string) => string | undefined;
};

export function DraftField({ value, onCommit, ...rest }: DraftFieldProps): ReactElement {
  const [draft, setDraft] = useState(value);
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    setDraft(value);
    setProblem(undefined);
  }, [value]);
  const commit = (): void => {
    const wrong = draft === value ? undefined : onCommit(draft.trim());
    setProblem(wrong);
    // What was taken over comes back as the value. A person who is asked first may still say no.
    if (wrong === undefined) setDraft(value);
  };
  return (
    <>
      <input
        {...rest}
        className="field"
        value={draft}
        aria-invalid={problem !== undefined}
        onChange={({ target }) => setDraft(target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === "Enter") commit();
          if (event.key === "Escape") setDraft(value);
        }}
      />
      {problem !== undefined && (
        <p role="alert" className="mt-1 text-meta text-fail">
          {problem}
        </p>
      )}
    </>
  );
}
