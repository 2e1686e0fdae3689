/** How a file would change: what goes, what comes, and a few lines around it. */
import type { ReactElement, Ref } from "react";

const KINDS: Readonly<Record<string, { readonly word: string; readonly color: string }>> = {
  "+": { word: "Added: ", color: "bg-ok-bg text-ok" },
  "-": { word: "Removed: ", color: "bg-fail-bg text-fail" },
};

type ConfigDiffProps = { readonly label: string; readonly diff: string; readonly ref?: Ref<HTMLPreElement> };

export function ConfigDiff({ label, diff, ref }: ConfigDiffProps): ReactElement {
  return (
    <pre
      ref={ref}
      tabIndex={0}
      aria-label={label}
      className="max-h-72 overflow-auto rounded-sm border border-line-1 bg-term py-1.5 font-mono text-meta"
    >
      {diff
        .trimEnd()
        .split("\n")
        .map((line, n) => (
          // A line keeps no state, so its place is key enough.
          <DiffLine key={n} line={line} />
        ))}
    </pre>
  );
}

function DiffLine({ line }: { line: string }): ReactElement {
  const kind = KINDS[line[0] ?? ""];
  return (
    <span className={`block w-max min-w-full px-2 ${kind?.color ?? "text-text-3"}`}>
      {kind && <span className="sr-only">{kind.word}</span>}
      {line}
      {"\n"}
    </span>
  );
}
