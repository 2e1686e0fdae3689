/** What agents want to type while they may not: a person sends, edits or drops it. */
import { type ReactElement, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { editableText } from "../../shared/parked-text.ts";
import type { ParkedWrite, SessionInfo } from "../../shared/protocol.ts";
import { counted } from "../../shared/counted.ts";
import { dropParked, editParked, sendParked } from "../commands/lease-actions.ts";
import { useApp } from "../state/app-context.ts";
import { titleOf } from "../state/session-display.ts";
import { visibleKeys } from "../terminal/visible-keys.ts";
import { Chord } from "./controls.tsx";
import { ClientBadge } from "./session-badges.tsx";

export function ParkedWrites({ session }: { session: SessionInfo }): ReactElement | null {
  const app = useApp();
  const region = useRef<HTMLElement>(null);
  const { parked = [] } = session;
  const decide = useDecisions(region, session);
  if (parked.length === 0) return null;
  return (
    <section
      ref={region}
      data-parked={session.id}
      data-region
      tabIndex={-1}
      aria-label={`Parked input of ${titleOf(session)}`}
      className="flex max-h-48 flex-none flex-col border-t border-line-1 bg-agent-bg outline-none"
    >
      <div className="flex flex-wrap items-center gap-2 px-3 pt-2">
        <div role="status" className="min-w-0">
          <h2 className="truncate font-semibold">{counted(parked.length, "input")} parked for you</h2>
        </div>
        <Chord command="parked" />
        {parked.length > 1 && (
          <span className="ml-auto flex gap-2">
            <button type="button" className="button" onClick={() => decide(sendParked(app, session))}>
              Send all
            </button>
            <button type="button" className="button" onClick={() => decide(dropParked(app, session))}>
              Drop all
            </button>
          </span>
        )}
      </div>
      <ul className="flex min-h-0 flex-col gap-1 overflow-y-auto px-3 py-1">
        {parked.map((write) => (
          <ParkedRow key={write.id} session={session} write={write} decide={decide} />
        ))}
      </ul>
    </section>
  );
}

/** Carries out what a person has decided with a button of a row, which goes with it. */
type Decide = (action: Promise<void>) => void;

/** The keyboard goes on to the next row when its row has gone, and back to the terminal after the last. */
function useDecisions(region: RefObject<HTMLElement | null>, { id, parked }: SessionInfo): Decide {
  const app = useApp();
  const hasDecided = useRef(false);
  const rows = parked?.map((write) => write.id).join();
  useEffect(() => {
    if (!hasDecided.current) return;
    hasDecided.current = false;
    const next = region.current?.querySelector<HTMLElement>("li button");
    if (next) next.focus();
    else app.terminals.of(id)?.focus();
  }, [app, region, id, rows]);
  return (action) => {
    hasDecided.current = true;
    void action;
  };
}

type ParkedRowProps = { readonly session: SessionInfo; readonly write: ParkedWrite; readonly decide: Decide };

function ParkedRow({ session, write, decide }: ParkedRowProps): ReactElement {
  const app = useApp();
  const [editing, setEditing] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  const text = visibleKeys(write.text);
  const time = new Date(write.atMs);
  const hasEdited = useRef(false);
  const close = (): void => {
    hasEdited.current = true;
    setEditing(false);
  };
  // When the button is there again, which may be later than the next frame. Unless the keyboard has gone elsewhere by then.
  useLayoutEffect(() => {
    if (editing || !hasEdited.current) return;
    hasEdited.current = false;
    if (document.activeElement === document.body) edit.current?.focus();
  }, [editing]);
  return (
    <li className="flex min-h-8 flex-wrap items-center gap-2">
      <ClientBadge client={write.client} />
      <time dateTime={time.toISOString()} className="flex-none text-meta text-text-2 tabular-nums">
        {time.toLocaleTimeString([], { hour12: false })}
      </time>
      {editing ? (
        <EditField session={session} write={write} onClose={close} />
      ) : (
        <>
          <span className="min-w-24 flex-1 truncate font-mono text-meta" title={text}>
            {text}
          </span>
          {write.editedBy && <span className="flex-none text-meta text-text-2">edited</span>}
          <span className="flex flex-none gap-2">
            <button
              type="button"
              className="button"
              aria-label={`Send ${text}`}
              onClick={() => decide(sendParked(app, session, write))}
            >
              Send
            </button>
            {write.isText && (
              <button ref={edit} type="button" className="button" aria-label={`Edit ${text}`} onClick={() => setEditing(true)}>
                Edit
              </button>
            )}
            <button
              type="button"
              className="button"
              aria-label={`Drop ${text}`}
              onClick={() => decide(dropParked(app, session, write))}
            >
              Drop
            </button>
          </span>
        </>
      )}
    </li>
  );
}

type EditFieldProps = { readonly session: SessionInfo; readonly write: ParkedWrite; readonly onClose: () => void };

/** Enter keeps the change, and types nothing; Escape leaves the text as it was. */
function EditField({ session, write, onClose }: EditFieldProps): ReactElement {
  const app = useApp();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  return (
    <form
      className="flex min-w-0 flex-1 items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void editParked(app, session, { write, text: field.current?.value ?? "" }).then((isTaken) => isTaken && onClose());
      }}
    >
      <input
        ref={field}
        className="field min-w-24 flex-1 font-mono"
        defaultValue={editableText(write.text)}
        autoComplete="off"
        spellCheck={false}
        aria-label="Parked input"
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.stopPropagation();
          onClose();
        }}
      />
      <button type="submit" className="button button-primary">
        Keep
      </button>
      <button type="button" className="button" onClick={onClose}>
        Cancel
      </button>
    </form>
  );
}
