/** Shown in place of everything else when the window cannot connect: the reason, and the next step. */
import type { ReactElement } from "react";

export function ConnectionPage({ reason }: { reason: string }): ReactElement {
  return (
    <main className="grid h-full place-items-center p-6">
      <div className="max-w-120 rounded-lg border border-line-1 bg-bg-2 p-6">
        <h1 className="text-heading font-semibold">This window is not connected</h1>
        <p role="alert" className="mt-3 text-text-2">
          {reason}
        </p>
        <p className="mt-3">
          Run <code className="rounded-sm border border-line-1 bg-term px-1.5 py-0.5 font-mono text-meta">cotty serve</code> for a
          fresh link.
        </p>
      </div>
    </main>
  );
}
