/** The person's corrections of guessed states. Each is a rule that holds until it is removed here, in the session or by command. */
import { Trash2 } from "lucide-react";
import { type ReactElement, useCallback } from "react";
import type { AttentionRule } from "../../shared/protocol.ts";
import { placeOfRule } from "../../shared/rule-words.ts";
import { forgetRule } from "../commands/session-actions.ts";
import { IconButton } from "../components/controls.tsx";
import { ErrorNote } from "../components/error-note.tsx";
import { useApp, useAppState } from "../state/app-context.ts";
import { STATE_WORDS } from "../state/session-display.ts";
import { useAnswer } from "../state/use-answer.ts";
import { useMatches } from "./setting-row.tsx";

const LABEL = "Corrections";
const HINT =
  "States that you have corrected. A correction holds wherever the program stands at such a line. # stands for any number.";

export function CorrectionsRow(): ReactElement | null {
  const app = useApp();
  const changes = useAppState((state) => state.ruleChanges);
  const ask = useCallback(() => app.host.request("attention/rules", {}), [app]);
  const { answer: rules, error } = useAnswer(ask, changes);
  const matches = useMatches(LABEL, HINT, "wrong state rules forget", ...(rules ?? []).map(placeOfRule));
  if (!matches) return null;
  return (
    <div data-setting="corrections" className="border-b border-line-1 py-3 last:border-0">
      <h3 className="font-semibold">{LABEL}</h3>
      <p className="mt-0.5 text-meta text-text-2">{HINT}</p>
      <ErrorNote text={error} className="mt-2" />
      {rules?.length === 0 && (
        <p className="mt-2 text-text-2">None. To correct a state, open its session and choose “Wrong?” under Who typed what.</p>
      )}
      {rules && rules.length > 0 && (
        <ul aria-label={LABEL} className="mt-2 flex flex-col">
          {rules.map((rule) => (
            <RuleRow key={rule.id} rule={rule} onRemove={() => void forgetRule(app, rule.id)} />
          ))}
        </ul>
      )}
    </div>
  );
}

function RuleRow({ rule, onRemove }: { rule: AttentionRule; onRemove: () => void }): ReactElement {
  const place = placeOfRule(rule);
  return (
    <li className="flex min-h-8 items-center gap-2 border-t border-line-1">
      <span className="min-w-0 flex-1 break-words">
        <bdi className="font-mono text-meta">{place}</bdi> is <strong>{STATE_WORDS[rule.state]}</strong>
      </span>
      <IconButton label={`Remove: ${place}`} onClick={onRemove}>
        <Trash2 size={14} aria-hidden />
      </IconButton>
    </li>
  );
}
