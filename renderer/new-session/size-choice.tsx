/** The size of a new session: that of the window, or another. */
import { type ReactElement, useState } from "react";
import type { Size } from "../../shared/protocol.ts";
import { FormField } from "./form-field.tsx";

type SizeChoiceProps = { readonly windowSize: Size; readonly size: Size; readonly onChange: (size: Size) => void };

export function SizeChoice({ windowSize, size, onChange }: SizeChoiceProps): ReactElement {
  const [isOther, setOther] = useState(false);
  const choose = (other: boolean): void => {
    setOther(other);
    if (!other) onChange(windowSize);
  };
  return (
    <fieldset>
      <legend className="mb-1 font-semibold">Size</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-1">
        <label className="flex min-h-6 items-center gap-2">
          <input type="radio" name="size" checked={!isOther} onChange={() => choose(false)} />
          As the window{" "}
          <span className="text-text-3 tabular-nums">
            {windowSize.cols} × {windowSize.rows}
          </span>
        </label>
        <label className="flex min-h-6 items-center gap-2">
          <input type="radio" name="size" checked={isOther} onChange={() => choose(true)} />
          Another
        </label>
      </div>
      {isOther && (
        <div className="mt-1.5 flex gap-3">
          <CountField label="Columns" min={2} max={1000} value={size.cols} onChange={(cols) => onChange({ ...size, cols })} />
          <CountField label="Rows" min={1} max={500} value={size.rows} onChange={(rows) => onChange({ ...size, rows })} />
        </div>
      )}
    </fieldset>
  );
}

type CountFieldProps = {
  readonly label: string;
  readonly min: number;
  readonly max: number;
  readonly value: number;
  readonly onChange: (value: number) => void;
};

function CountField({ label, onChange, ...rest }: CountFieldProps): ReactElement {
  return (
    <FormField label={label}>
      {({ id }) => (
        <input
          id={id}
          type="number"
          required
          className="field"
          onChange={({ target }) => onChange(Number(target.value))}
          {...rest}
        />
      )}
    </FormField>
  );
}
