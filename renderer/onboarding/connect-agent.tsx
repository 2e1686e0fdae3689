/** Connects an agent: the clients of this machine, the change to the configuration of each, and whether it has connected. */
import { Tabs } from "@base-ui/react/tabs";
import { type ReactElement, type ReactNode, useEffect, useRef, useState } from "react";
import type { KnownClient, Result } from "../../shared/protocol.ts";
import { copyText } from "../commands/session-actions.ts";
import { ErrorNote } from "../components/error-note.tsx";
import { useApp, useAppState } from "../state/app-context.ts";
import { ConfigDiff } from "./config-diff.tsx";
import { type ClientChange, useClientChange, useClients } from "./use-clients.ts";

/** The tab for every client that is not in the list. */
const OTHER = "other";
const FIRST_REQUEST = "start python in a terminal and compute 2**100";

export function ConnectAgent(): ReactElement {
  const { clients: known, error, refresh } = useClients();
  if (error !== undefined) return <ErrorNote text={error} />;
  if (!known) return <p className="text-text-2">Looking for agents on this machine…</p>;
  return (
    <>
      <Tabs.Root defaultValue={known.clients[0]?.client ?? OTHER}>
        <Tabs.List aria-label="Agent" className="mb-3 flex flex-wrap gap-1">
          {known.clients.map(({ client, label, found, connected }) => (
            <ClientTab key={client} value={client} isHere={found || connected}>
              {label}
              {connected && <span className="text-ok"> ✓</span>}
            </ClientTab>
          ))}
          <ClientTab value={OTHER} isHere>
            Other
          </ClientTab>
        </Tabs.List>
        {known.clients.map((client) => (
          <Tabs.Panel key={client.client} value={client.client}>
            <ClientPanel client={client} command={known.command} onWritten={refresh} />
          </Tabs.Panel>
        ))}
        <Tabs.Panel value={OTHER}>
          <OtherClient {...known} />
        </Tabs.Panel>
      </Tabs.Root>
      <ConnectedAgents />
    </>
  );
}

type ClientTabProps = { readonly value: string; readonly isHere: boolean; readonly children: ReactNode };

/** Clients that are not found here stand back. */
function ClientTab({ value, isHere, children }: ClientTabProps): ReactElement {
  return (
    <Tabs.Tab
      value={value}
      className={`h-7 rounded-sm px-2.5 hover:bg-hover data-active:bg-hover data-active:text-text-1 ${isHere ? "text-text-1" : "text-text-3"}`}
    >
      {children}
    </Tabs.Tab>
  );
}

type ClientPanelProps = { readonly client: KnownClient; readonly command: string; readonly onWritten: () => void };

function ClientPanel({ client, command, onWritten }: ClientPanelProps): ReactElement {
  const { client: id, label, connected, found, problem } = client;
  // An entry that does not work is written anew; one that works can only be taken out.
  const [isRemoving, setRemoving] = useState(false);
  const state = useClientChange(id, isRemoving, () => {
    setRemoving(false);
    onWritten();
  });
  const { change, written, error } = state;
  const isDone = change?.diff === "" && !isRemoving;
  const hasKept = useRef(false);
  const takeFocus = (button: HTMLButtonElement | null): void => {
    if (!button || !hasKept.current) return;
    hasKept.current = false;
    button.focus();
  };
  const keep = (): void => {
    hasKept.current = true;
    setRemoving(false);
  };
  return (
    <>
      {!found && !connected && <p className="mb-2 text-text-2">{label} was not found on this machine.</p>}
      {problem !== undefined && <p className="mb-2 text-wait">◆ {problem}</p>}
      <ErrorNote text={error} className="mb-2" />
      {written && <Outcome key={String(written.removed)} label={label} {...written} nextStep={change?.nextStep ?? ""} />}
      {isDone && (
        <p className="flex flex-wrap items-center gap-2">
          <span className="min-w-0 flex-1 text-text-2">
            <span className="text-ok">✓</span> Cotty is in <FilePath path={change.file} />
          </span>
          <button ref={takeFocus} type="button" className="button" onClick={() => setRemoving(true)}>
            {written ? "Undo…" : "Remove…"}
          </button>
        </p>
      )}
      {change && change.diff !== "" && (
        <Proposal
          {...{ label, change, state, isRemoving }}
          command={`${command} connect ${id}${isRemoving ? " --remove" : ""}`}
          onKeep={keep}
        />
      )}
    </>
  );
}

type ProposalProps = {
  readonly label: string;
  readonly change: NonNullable<ClientChange["change"]>;
  readonly state: ClientChange;
  readonly isRemoving: boolean;
  /** Does the same in a terminal. */
  readonly command: string;
  readonly onKeep: () => void;
};

/** The change as it would be written, and the button that writes it. When a person has asked for it, by a button that is gone now, it takes the focus. */
function Proposal({ label, change, state, isRemoving, command, onKeep }: ProposalProps): ReactElement {
  const app = useApp();
  const diff = useRef<HTMLPreElement>(null);
  useEffect(() => {
    if (isRemoving) diff.current?.focus();
  }, [isRemoving]);
  return (
    <>
      <p className="mb-1.5 text-text-2">
        {isRemoving ? "This takes Cotty out of" : "This adds Cotty to"} <FilePath path={change.file} />
        {change.isNew && " (new)"}:
      </p>
      <ConfigDiff ref={diff} label={`Change for ${label}`} diff={change.diff} />
      <div className="mt-2.5 flex flex-wrap gap-2">
        <button type="button" className="button button-primary" disabled={state.isBusy} onClick={state.write}>
          {isRemoving ? `Remove from ${label}` : `Connect ${label}`}
        </button>
        {isRemoving && (
          <button type="button" className="button" onClick={onKeep}>
            Keep it
          </button>
        )}
        <button type="button" className="button button-quiet" onClick={() => void copyText(app, command, "Command")}>
          Copy as a command
        </button>
      </div>
    </>
  );
}

type OutcomeProps = {
  readonly label: string;
  readonly removed: boolean;
  readonly remarks: readonly string[];
  readonly nextStep: string;
};

/** Says what was written. It takes the focus, because the button that a person has pressed is gone. */
function Outcome({ label, removed, remarks, nextStep }: OutcomeProps): ReactElement {
  const text = useRef<HTMLDivElement>(null);
  useEffect(() => text.current?.focus(), []);
  return (
    <div ref={text} role="status" tabIndex={-1} className="mb-2 rounded-sm bg-ok-bg px-2 py-1.5 outline-none">
      <p>
        <span className="font-semibold text-ok">✓ {removed ? `${label} is as before.` : `${label} knows Cotty now.`}</span>{" "}
        {!removed && nextStep}
      </p>
      {remarks
        .filter((remark) => remark !== "Written.")
        .map((remark) => (
          <p key={remark} className="text-meta break-words text-text-2">
            {remark.replace(/^Written\. /, "")}
          </p>
        ))}
    </div>
  );
}

/** What to put into the configuration of a client that is not in the list. */
function OtherClient({ entry, command }: Pick<Result<"connect/list">, "entry" | "command">): ReactElement {
  const app = useApp();
  return (
    <>
      <p className="mb-1.5 text-text-2">
        Add this to the agent’s list of MCP servers. Clients differ in the name of the outer key.
      </p>
      <Snippet label="Entry for other agents" text={entry} />
      <div className="mt-2.5 flex flex-wrap gap-2">
        <button type="button" className="button button-primary" onClick={() => void copyText(app, entry, "Entry")}>
          Copy
        </button>
      </div>
      <p className="mt-3 mb-1.5 text-text-2">An agent that has a shell but no MCP can use this command:</p>
      <Snippet label="The command" text={command} />
      <button type="button" className="button mt-2.5" onClick={() => void copyText(app, command, "Command")}>
        Copy the command
      </button>
    </>
  );
}

function Snippet({ label, text }: { label: string; text: string }): ReactElement {
  return (
    <pre
      tabIndex={0}
      aria-label={label}
      className="overflow-x-auto rounded-sm border border-line-1 bg-term p-2 font-mono text-meta"
    >
      {text}
    </pre>
  );
}

function FilePath({ path }: { path: string }): ReactElement {
  return <code className="font-mono text-meta break-all text-text-1">{path}</code>;
}

/** Which agents have connected: the sign that the change works. */
function ConnectedAgents(): ReactElement {
  const app = useApp();
  const clients = useAppState((state) => state.clients);
  const names = [...new Set(clients.filter(({ kind }) => kind === "mcp").map(({ name }) => name))].join(", ");
  const [last, setLast] = useState(names);
  if (names !== "" && names !== last) setLast(names);
  return (
    <div role="status" className="mt-3 flex flex-wrap items-center gap-2 border-t border-line-1 pt-3 text-text-2">
      {names === "" ? (
        <p>◌ {last === "" ? "Waiting for the first connection…" : `${last} was connected ✓ Waiting for the next connection…`}</p>
      ) : (
        <>
          <p className="min-w-0 flex-1">
            <span className="text-ok">{names} connected ✓</span> Ask it: “{FIRST_REQUEST}”
          </p>
          <button type="button" className="button" onClick={() => void copyText(app, FIRST_REQUEST, "Request")}>
            Copy
          </button>
        </>
      )}
    </div>
  );
}
