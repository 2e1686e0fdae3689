/** Entry of the page of a share link: shows one session, live, and has nothing with which to type. */
import "../styles/app.css";
import { type ReactElement, useEffect, useRef, useState } from "react";
import { createRoot } from "react-dom/client";
import type { Client } from "../../shared/client.ts";
import type { SessionInfo } from "../../shared/protocol.ts";
import { ReplayScreen } from "../replay/replay-screen.ts";
import { OutputFollower } from "../terminal/output-follower.ts";
import { applyTheme, onSystemThemeChange, resolveTheme } from "../theme/apply-theme.ts";
import { type TerminalTheme, terminalTheme } from "../theme/terminal-theme.ts";
import { MONO_FONT } from "../theme/tokens.ts";
import { DEFAULT_SETTINGS } from "../state/window-settings.ts";
import { watchLink, type WatchState } from "./link-connection.ts";

/** The page knows nobody's settings, and follows the operating system. */
function systemLook(): TerminalTheme {
  return terminalTheme(resolveTheme("system"), DEFAULT_SETTINGS);
}

function WatchPage(): ReactElement {
  const [state, setState] = useState<WatchState>({ kind: "connecting" });
  useEffect(() => watchLink(setState), []);
  if (state.kind === "over")
    return <Message title="This link shows nothing any more" text="It has expired or was revoked, or its session was removed." />;
  if (state.kind === "connecting") return <Message title="Connecting…" text="" />;
  if (state.kind === "lost") return <Message title="◌ Not connected" text="The host does not answer. The page keeps trying." />;
  return <Watched key={state.session.startedAtMs} client={state.client} first={state.session} />;
}

function Message({ title, text }: { title: string; text: string }): ReactElement {
  return (
    <main className="grid h-full place-items-center p-6">
      <div role="status" className="max-w-120 rounded-lg border border-line-1 bg-bg-2 p-6">
        <h1 className="text-heading font-semibold">{title}</h1>
        {text !== "" && <p className="mt-3 text-text-2">{text}</p>}
      </div>
    </main>
  );
}

function Watched({ client, first }: { client: Client; first: SessionInfo }): ReactElement {
  const container = useRef<HTMLDivElement>(null);
  const session = useSession(client, first);
  const { id, startedAtMs } = first;
  useEffect(() => {
    if (!container.current) return;
    const screen = new ReplayScreen(container.current, systemLook());
    const themes = new AbortController();
    onSystemThemeChange(() => !themes.signal.aborted && screen.setTheme(systemLook()));
    const follower = new OutputFollower(
      client,
      { id, startedAtMs, scrollback: 0 },
      {
        show: ({ screen: text, size }) => screen.show(text, size),
        write: (text) => screen.write(text),
        fail: () => {},
        gone: () => {},
      },
    );
    return () => {
      themes.abort();
      follower[Symbol.dispose]();
      screen[Symbol.dispose]();
    };
  }, [client, id, startedAtMs]);
  return (
    <div className="flex h-full flex-col">
      <header className="flex flex-none flex-wrap items-center gap-x-3 border-b border-line-1 bg-bg-1 px-3 py-2">
        <h1 className="min-w-0 truncate font-semibold">{session.shownName ?? session.id}</h1>
        <span className="rounded-sm border border-line-2 px-1.5 text-label text-text-2">Read-only</span>
        <p role="status" className="text-meta text-text-2">
          {stateOf(session)}
        </p>
      </header>
      <main className="min-h-0 flex-1 bg-term p-2">
        <div ref={container} role="group" aria-label={`Screen of ${session.id}`} tabIndex={0} className="h-full overflow-auto" />
      </main>
    </div>
  );
}

/** The session as it is now. */
function useSession(client: Client, first: SessionInfo): SessionInfo {
  const [session, setSession] = useState(first);
  useEffect(() => {
    // A link shows one session, and no other is told of.
    const changes = client.on("sessions/changed", ({ sessions: [now] }) => now && setSession(now));
    return () => changes[Symbol.dispose]();
  }, [client]);
  return session;
}

function stateOf({ exit, attention }: SessionInfo): string {
  if (exit) return exit.signal === undefined ? `Exited ${exit.code}` : `Killed (${exit.signal})`;
  return attention.state === "waiting" ? "Waits for an answer" : "Running";
}

function showTheme(): void {
  applyTheme(systemLook());
}

const root = document.querySelector("#root");
if (!root) throw new Error("watch.html has no #root");
showTheme();
onSystemThemeChange(showTheme);
// A terminal measures its typeface once, so the typeface must be loaded before it opens.
await document.fonts.load(`13px ${MONO_FONT}`);
createRoot(root).render(<WatchPage />);
