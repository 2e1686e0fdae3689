/** The size of a new session: that of the window, or another. */
import { type ReactElement, useState } from "react";
import type { Size } from "../../shared/protocol.ts";
import { FormField } from "./form-field.tsx";

const COUNT = { type: "number", required: true } as const;

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
          <FormField label="Columns">
            {({ id }) => (
              <input
                id={id}
                min={2}
                max={1000}
                value={size.cols}
                onChange={({ target }) => onChange({ ...size, cols: Number(target.value) })}
                className="field"
                {...COUNT}
              />
            )}
          </FormField>
          <FormField label="Rows">
            {({ id }) => (
              <input
                id={id}
                min={1}
                max={500}
                value={size.rows}
                onChange={({ target }) => onChange({ ...size, rows: Number(target.value) })}
                className="field"
                {...COUNT}
              />
            )}
          </FormField>
        </div>
      )}
    </fieldset>
  );
}
