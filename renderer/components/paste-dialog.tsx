/** Asks before a paste that the program would run line by line, and shows it as it will be sent. */
import type { ReactElement } from "react";
import { counted } from "../../shared/counted.ts";
import { visibleKeys } from "../terminal/visible-keys.ts";
import { Confirmation } from "./confirmation.tsx";

/** In characters: enough to recognize the paste. */
const MAX_PREVIEW = 2000;

export function PasteDialog({ text, confirm }: { text: string; confirm: () => void }): ReactElement {
  // An Enter at the end ends a line and begins none.
  const lines = text.replace(/\r$/, "").split("\r");
  return (
    <Confirmation title={`Paste ${counted(lines.length, "line")}?`} action="Paste" onConfirm={confirm}>
      <p className="text-text-2">This program cannot tell a paste from typing. It will run each line as it arrives.</p>
      <pre
        tabIndex={0}
        aria-label="What will be pasted"
        className="my-2 max-h-60 overflow-auto rounded-sm border border-line-1 bg-term p-2 font-mono text-meta"
      >
        {lines.map(visibleKeys).join("\n").slice(0, MAX_PREVIEW)}
      </pre>
    </Confirmation>
  );
}
