/** After a crash of the host: what ended with it. The programs can be started again in their folders, and their recordings looked at. */
import { type FormEvent, type ReactElement, useEffect, useState } from "react";
import { counted } from "../../shared/counted.ts";
import { messageOf } from "../../shared/errors.ts";
import { showError } from "../commands/session-actions.ts";
import { useCommand } from "../components/use-command.ts";
import { openReplay } from "../recordings/recording-actions.ts";
import { type App, useApp, useAppState } from "../state/app-context.ts";
import type { LostSession } from "../../shared/desktop-messages.ts";

/** By id: why a program cannot be started again. */
type Problems = ReadonlyMap<string, string>;

/** The keyboard can be sent here. */
export const LOST_PANEL_ID = "lost-sessions";

export function LostSessionsPanel(): ReactElement | null {
  const lost = useAppState((state) => state.lost);
  return lost.length === 0 ? null : <Panel key={lost.map(({ id }) => id).join("\n")} lost={lost} />;
}

function Panel({ lost }: { lost: readonly LostSession[] }): ReactElement {
  const app = useApp();
  const run = useCommand();
  const problems = useFolderProblems(app, lost);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [busy, setBusy] = useState(false);
  const chosen = lost.filter(({ id }) => !left.has(id) && !problems.has(id));
  const restart = async (): Promise<void> => {
    setBusy(true);
    const failed = new Set<string>();
    for (const session of chosen) {
      try {
        await startAgain(app, session);
      } catch (error) {
        failed.add(session.id);
        showError(app, `${session.id} was not started again`, messageOf(error));
      }
    }
    setBusy(false);
    // What a person did not choose, or could not, has been dealt with, too.
    keepLost(
      app,
      lost.filter(({ id }) => failed.has(id)),
    );
  };
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    void restart();
  };
  return (
    <section
      id={LOST_PANEL_ID}
      tabIndex={-1}
      aria-label="Lost sessions"
      className="mx-auto mb-4 max-w-180 rounded-lg border-2 border-wait bg-bg-2 p-3.5"
    >
      <h2 className="text-heading font-semibold">The host ended unexpectedly</h2>
      <p className="mt-2 text-text-2">
        {counted(lost.length, "program")} ended with it. What they printed is recorded, up to the last second. They can be started
        again from their beginning, in the folders where they ran; what was in their memory is gone.
      </p>
      <form onSubmit={handleSubmit}>
        <ul aria-label="Programs" className="mt-3 rounded-sm border border-line-1">
          {lost.map((session) => (
            <LostRow
              key={session.id}
              session={session}
              problem={problems.get(session.id)}
              isChosen={!left.has(session.id)}
              onChoose={(isChosen) => setLeft(withOrWithout(left, session.id, !isChosen))}
            />
          ))}
        </ul>
        <div className="mt-3 flex flex-wrap gap-2">
          <button type="submit" className="button button-primary" disabled={busy || chosen.length === 0}>
            Start {counted(chosen.length, "program")} again
          </button>
          <button type="button" className="button" onClick={() => run("recordings")}>
            Recordings
          </button>
          <button type="button" className="button" onClick={() => keepLost(app, [])}>
            Dismiss
          </button>
        </div>
      </form>
    </section>
  );
}

type LostRowProps = {
  readonly session: LostSession;
  readonly problem: string | undefined;
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
};

function LostRow({ session, problem, isChosen, onChoose }: LostRowProps): ReactElement {
  const app = useApp();
  const { id, command, cwd } = session;
  return (
    <li className="flex items-center gap-2 px-2 py-1">
      <label className="flex min-h-7 min-w-0 flex-1 items-center gap-2">
        <input
          type="checkbox"
          checked={isChosen && problem === undefined}
          disabled={problem !== undefined}
          onChange={({ target }) => onChoose(target.checked)}
        />
        <span className="min-w-0 flex-1">
          <strong className="font-semibold">{id}</strong> <code className="font-mono text-meta break-all">{command}</code>
          <span className={`block text-meta break-all ${problem === undefined ? "text-text-3" : "text-fail"}`}>
            {problem === undefined ? `in ${cwd}` : `✕ ${problem}`}
          </span>
        </span>
      </label>
      <button type="button" className="button" aria-label={`Replay ${id}`} onClick={() => openReplay(app, id)}>
        Replay
      </button>
    </li>
  );
}

/** Checks the folder of each. A folder may have gone with whatever took the host down. */
function useFolderProblems(app: App, lost: readonly LostSession[]): Problems {
  const [problems, setProblems] = useState<Problems>(new Map());
  useEffect(() => {
    let isOver = false;
    const check = async (): Promise<void> => {
      const answers = await Promise.all(
        lost.map(async ({ id, cwd }) => [id, (await app.host.request("start/check-folder", { cwd })).problem] as const),
      );
      if (isOver) return;
      setProblems(new Map(answers.flatMap(([id, problem]) => (problem === undefined ? [] : [[id, problem] as const]))));
    };
    // Without an answer, the start itself says what is wrong.
    check().catch(() => {});
    return () => {
      isOver = true;
    };
  }, [app, lost]);
  return problems;
}

/** Goes on offering these. The button that was pressed is gone with the others, so the keyboard goes on in the page. */
export function keepLost(app: App, lost: readonly LostSession[]): void {
  app.store.setState({ lost });
  document.querySelector("main")?.focus();
}

/** Under its name, or another one if the name is taken by now. */
async function startAgain(app: App, { id, command, cwd, size }: LostSession): Promise<void> {
  const isTaken = app.store.getState().sessions.has(id);
  await app.host.request("session/create", { command, cwd, size, ...(!isTaken && { id }) });
}

function withOrWithout(ids: ReadonlySet<string>, id: string, isIn: boolean): ReadonlySet<string> {
  const changed = new Set(ids);
  if (isIn) changed.add(id);
  else changed.delete(id);
  return changed;
}
