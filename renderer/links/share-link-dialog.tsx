/** Makes a link with which a browser watches one session, and ends such links. */
import { type FormEvent, type ReactElement, useState } from "react";
import type { SessionInfo } from "../../shared/protocol.ts";
import { copyText } from "../commands/session-actions.ts";
import { closeDialog, Dialog, DialogButtons } from "../components/dialog.tsx";
import { ErrorNote } from "../components/error-note.tsx";
import { useApp } from "../state/app-context.ts";
import { titleOf } from "../state/session-display.ts";
import { LinkList } from "./link-list.tsx";
import { useLinks } from "./use-links.ts";

const MINUTE_MS = 60_000;
const LIFETIMES: readonly { readonly minutes: number; readonly label: string }[] = [
  { minutes: 15, label: "15 minutes" },
  { minutes: 60, label: "an hour" },
  { minutes: 480, label: "8 hours" },
  { minutes: 1440, label: "a day" },
];

export function ShareLinkDialog({ session }: { session: SessionInfo }): ReactElement {
  const app = useApp();
  const { links, created, error, create, revoke } = useLinks();
  const [minutes, setMinutes] = useState(60);
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    create(session.id, minutes * MINUTE_MS);
  };
  return (
    <Dialog title={`Read-only link to ${titleOf(session)}`} wide>
      <p className="text-text-2">
        Whoever opens it in a browser on this machine sees the screen of this session, live, and nothing else. Nobody can type
        there. It ends with the session and with the host.
      </p>
      <form onSubmit={handleSubmit} className="mt-3 flex flex-wrap items-end gap-2">
        <label>
          <span className="mb-1 block font-semibold">Works for</span>
          <select className="field" value={minutes} onChange={({ target }) => setMinutes(Number(target.value))}>
            {LIFETIMES.map((lifetime) => (
              <option key={lifetime.minutes} value={lifetime.minutes}>
                {lifetime.label}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" className="button button-primary min-h-8">
          Create link
        </button>
      </form>
      {created && (
        <section aria-label="New link" className="mt-3 rounded-sm border border-line-1 p-2.5">
          <p className="mb-1 text-text-2">The link, shown only now:</p>
          <pre
            tabIndex={0}
            aria-label="Address"
            className="overflow-x-auto rounded-sm border border-line-1 bg-term p-2 font-mono text-meta"
          >
            {created.url}
          </pre>
          <button type="button" className="button button-primary mt-2" onClick={() => void copyText(app, created.url, "Link")}>
            Copy
          </button>
        </section>
      )}
      <ErrorNote text={error} className="mt-3" />
      <LinkList links={links.filter((link) => link.session === session.id)} onRevoke={revoke} />
      <DialogButtons>
        <button type="button" className="button" onClick={() => closeDialog(app)}>
          Close
        </button>
      </DialogButtons>
    </Dialog>
  );
}
