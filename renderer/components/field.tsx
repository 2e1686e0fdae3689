/** A field of a form, below its label. */
import type { ReactElement, ReactNode } from "react";

type FieldProps = { readonly label: string; readonly className?: string; readonly children: ReactNode };

export function Field({ label, className = "", children }: FieldProps): ReactElement {
  return (
    <label className={`flex flex-col gap-1 text-meta text-text-2 ${className}`}>
      {label}
      {children}
    </label>
  );
}
