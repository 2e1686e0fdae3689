/** Why a session is in its state: what each source says. A person can say that it is wrong, and take that back. */
import { type ReactElement, useEffect, useState } from "react";
import type { AttentionExplanation, CorrectedState, SessionInfo } from "../../shared/protocol.ts";
import { correctState, forgetRule } from "../commands/session-actions.ts";
import { useApp } from "../state/app-context.ts";
import { STATE_WORDS } from "../state/session-display.ts";
import { Age } from "./age.tsx";
import { StateGlyph, StateWord } from "./session-badges.tsx";

/** The evidence changes with every second of quiet; the state itself is told at once. */
const REFRESH_MS = 2000;

const CHOICES: readonly CorrectedState[] = ["working", "waiting", "idle"];

export function StateExplanation({ session }: { session: SessionInfo }): ReactElement {
  const explanation = useExplanation(session);
  return (
    <section aria-label="State" className="border-b border-line-1 px-3 pt-3 pb-2 text-meta">
      <h2 className="flex items-center gap-1 pb-1 text-body font-semibold">
        <StateGlyph session={session} />
        <StateWord session={session} />
        {explanation && (
          <span className="font-normal text-text-2">
            for <Age sinceMs={explanation.sinceMs} />
          </span>
        )}
      </h2>
      <p className="break-words">{session.attention.reason}</p>
      {explanation && explanation.evidence.length > 0 && (
        <ul aria-label="Evidence" className="mt-1 text-text-2">
          {explanation.evidence.map(({ source, says }, index) => (
            <li key={`${source}-${index}`} className="break-words">
              {says}
            </li>
          ))}
        </ul>
      )}
      {!session.exit && <Correction session={session} rule={explanation?.rule?.id} />}
    </section>
  );
}

function Correction({ session, rule }: { session: SessionInfo; rule: number | undefined }): ReactElement {
  const app = useApp();
  if (rule !== undefined) {
    return (
      <button type="button" className="button button-quiet mt-1" onClick={() => void forgetRule(app, rule)}>
        Forget this rule
      </button>
    );
  }
  return (
    <label className="mt-1 flex items-center gap-2">
      Wrong? It is
      <select
        className="field"
        value=""
        onChange={({ target }) => {
          const chosen = CHOICES.find((state) => state === target.value);
          if (chosen) void correctState(app, session, chosen);
        }}
      >
        <option value="">choose…</option>
        {CHOICES.filter((state) => state !== session.attention.state).map((state) => (
          <option key={state} value={state}>
            {STATE_WORDS[state]}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Asked for with each other state or reason, and now and then; undefined until the first answer. */
function useExplanation({ id, attention }: SessionInfo): AttentionExplanation | undefined {
  const app = useApp();
  const [known, setKnown] = useState<{ readonly id: string; readonly explanation: AttentionExplanation }>();
  const { state, reason } = attention;
  useEffect(() => {
    const ask = (): void => {
      app.host
        .request("session/why", { id })
        .then((explanation) => setKnown({ id, explanation }))
        // The view of a session that has gone says so; an error would tell nobody.
        .catch(() => {});
    };
    ask();
    const timer = setInterval(ask, REFRESH_MS);
    return () => clearInterval(timer);
  }, [app, id, state, reason]);
  return known?.id === id ? known.explanation : undefined;
}
