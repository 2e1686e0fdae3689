/** Asks before a link of a terminal is opened, and shows where it leads: its text may say something else. */
import type { ReactElement } from "react";
import type { Destination } from "../../shared/link-destination.ts";
import { copyText } from "../commands/session-actions.ts";
import { useApp } from "../state/app-context.ts";
import { Confirmation } from "./confirmation.tsx";

export function LinkDialog({ host, href }: Destination): ReactElement {
  const app = useApp();
  return (
    <Confirmation
      title={`Open ${host}?`}
      action="Open"
      // A page that cannot reach back to this one.
      onConfirm={() => window.open(href, "_blank", "noopener,noreferrer")}
      other={{ label: "Copy", onChoose: () => void copyText(app, href, "Link") }}
    >
      <p className="text-text-2">A program in a terminal shows this link:</p>
      <p className="my-2 max-h-40 overflow-y-auto rounded-sm border border-line-1 bg-term p-2 font-mono text-meta break-all">
        {href}
      </p>
    </Confirmation>
  );
}
