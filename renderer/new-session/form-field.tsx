/** The parts that the fields of the dialog for a new session share. */
import { type ReactElement, type ReactNode, useId } from "react";

/** For fields with code in them: nothing may correct it. */
export const CODE = { autoComplete: "off", autoCapitalize: "off", autoCorrect: "off", spellCheck: false } as const;

type FormFieldProps = {
  readonly label: string;
  readonly hint?: ReactNode;
  /** Shown below the field, and read with it. */
  readonly note?: ReactNode;
  readonly children: (ids: { readonly id: string; readonly noteId: string }) => ReactNode;
};

export function FormField({ label, hint, note, children }: FormFieldProps): ReactElement {
  const id = useId();
  const noteId = useId();
  return (
    <div className="min-w-0 flex-1">
      <label htmlFor={id} className="mb-1 flex flex-wrap gap-x-2">
        <span className="font-semibold">{label}</span>
        {hint !== undefined && <span className="text-text-3">{hint}</span>}
      </label>
      {children({ id, noteId })}
      <p id={noteId} role="status" className="text-meta empty:hidden">
        {note}
      </p>
    </div>
  );
}
