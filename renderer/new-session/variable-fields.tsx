/** The environment variables of a new session. Values that look secret are hidden. */
import { Eye, EyeOff, X } from "lucide-react";
import type { ClipboardEvent, ReactElement } from "react";
import { CODE } from "./form-field.tsx";
import { looksSecret, type Variable, variablesIn } from "./variable-list.ts";

const EMPTY: Variable = { name: "", value: "" };

type VariableFieldsProps = { readonly variables: readonly Variable[]; readonly onChange: (variables: Variable[]) => void };

export function VariableFields({ variables, onChange }: VariableFieldsProps): ReactElement {
  const change = (at: number, variable: Variable): void => onChange(variables.with(at, variable));
  // Lines that were copied from a file become a row each.
  const paste = (at: number, event: ClipboardEvent): void => {
    const found = variablesIn(event.clipboardData.getData("text"));
    if (!found) return;
    event.preventDefault();
    onChange(variables.toSpliced(at, 1, ...found));
  };
  return (
    <details>
      <summary className="cursor-default py-1">
        <span className="font-semibold">Environment</span>{" "}
        <span className="text-text-3">
          {variables.length === 0 ? "Your own." : `Your own, and ${variables.length} more.`} Kept nowhere.
        </span>
      </summary>
      <ul aria-label="Environment variables" className="flex flex-col gap-1.5">
        {variables.map((variable, at) => (
          // A row keeps no state, so its place is key enough.
          <li key={at}>
            <VariableRow
              variable={variable}
              number={at + 1}
              onChange={(changed) => change(at, changed)}
              onPaste={(event) => paste(at, event)}
              onRemove={() => onChange(variables.toSpliced(at, 1))}
            />
          </li>
        ))}
      </ul>
      <button type="button" className="button mt-1.5" onClick={() => onChange([...variables, EMPTY])}>
        Add a variable
      </button>
    </details>
  );
}

type VariableRowProps = {
  readonly variable: Variable;
  readonly number: number;
  readonly onChange: (variable: Variable) => void;
  readonly onPaste: (event: ClipboardEvent) => void;
  readonly onRemove: () => void;
};

function VariableRow({ variable, number, onChange, onPaste, onRemove }: VariableRowProps): ReactElement {
  const { name, value, isShown = false } = variable;
  const isSecret = looksSecret(name);
  return (
    <div className="flex items-center gap-1.5">
      <input
        aria-label={`Name of variable ${number}`}
        className="field min-w-0 flex-2 font-mono"
        maxLength={1024}
        placeholder="NAME"
        value={name}
        onChange={({ target }) => onChange({ ...variable, name: target.value })}
        onPaste={onPaste}
        {...CODE}
      />
      <input
        aria-label={`Value of variable ${number}`}
        type={isSecret && !isShown ? "password" : "text"}
        className="field min-w-0 flex-3 font-mono"
        maxLength={131_072}
        placeholder="value"
        value={value}
        onChange={({ target }) => onChange({ ...variable, value: target.value })}
        {...CODE}
        autoComplete={isSecret ? "new-password" : "off"}
      />
      {isSecret && (
        <button
          type="button"
          className="icon-button"
          aria-pressed={isShown}
          aria-label={`Show the value of variable ${number}`}
          onClick={() => onChange({ ...variable, isShown: !isShown })}
        >
          {isShown ? <EyeOff size={16} aria-hidden /> : <Eye size={16} aria-hidden />}
        </button>
      )}
      <button type="button" className="icon-button" aria-label={`Remove variable ${number}`} onClick={onRemove}>
        <X size={16} aria-hidden />
      </button>
    </div>
  );
}
