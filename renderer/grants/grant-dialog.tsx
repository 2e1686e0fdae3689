/** Asks what an agent may do, and for how long. */
import { type FormEvent, type ReactElement, useRef, useState } from "react";
import { messageOf } from "../../shared/errors.ts";
import type { GrantDuration, KnownAgent, TokenInfo } from "../../shared/protocol.ts";
import { TOKEN_TIERS } from "../../shared/token-tiers.ts";
import { closeDialog, Dialog, DialogButtons } from "../components/dialog.tsx";
import { ErrorNote } from "../components/error-note.tsx";
import { useApp } from "../state/app-context.ts";
import { leaveAgents } from "./grant-actions.ts";
import { DURATION_WORDS, TIER_WORDS } from "./grant-words.ts";

type Tier = TokenInfo["tier"];

export function GrantDialog({ known }: { known: KnownAgent }): ReactElement {
  const app = useApp();
  const { agent, name, folder, isConnected, isPassing, isNew, wants } = known;
  const [tier, setTier] = useState<Tier>(wants ?? (known.tier === "admin" ? "own" : known.tier));
  const [error, setError] = useState<string>();
  const chosen = useRef<HTMLInputElement>(null);
  const give = async (lasts: GrantDuration): Promise<void> => {
    try {
      await app.host.request("grant/give", { agent, tier, lasts });
      closeDialog(app);
    } catch (reason) {
      setError(messageOf(reason));
    }
  };
  const leave = (): void => {
    closeDialog(app);
    if (isNew || wants !== undefined) void leaveAgents(app, [known]);
  };
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    void give(isConnected ? "once" : "run");
  };
  return (
    <Dialog title={`What may ${name} do?`} initialFocus={chosen}>
      <form onSubmit={handleSubmit}>
        <p className="text-text-2 break-words">
          It calls itself <bdi className="font-semibold">{name}</bdi>
          {folder !== undefined && (
            <>
              {" "}
              and says that it runs in <bdi className="font-mono">{folder}</bdi>
            </>
          )}
          . Cotty knows it by its key: <span className="font-mono text-meta break-all">{agent}</span>
        </p>
        <TierChoice tier={tier} chosen={chosen} onChoose={setTier} />
        <ErrorNote text={error} className="mt-3" />
        <DialogButtons>
          <button type="button" className="button" onClick={leave}>
            Leave it so
          </button>
          <button type="submit" className="button" disabled={!isConnected} title="Until its connection ends">
            {DURATION_WORDS.once}
          </button>
          <button type="button" className="button" title="Until the host ends" onClick={() => void give("run")}>
            {DURATION_WORDS.run}
          </button>
          <button
            type="button"
            className="button"
            disabled={isPassing}
            title="Until you revoke it"
            onClick={() => void give("always")}
          >
            {DURATION_WORDS.always}
          </button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

type TierChoiceProps = {
  readonly tier: Tier;
  /** The radio button that is chosen when the dialog opens. */
  readonly chosen: React.RefObject<HTMLInputElement | null>;
  readonly onChoose: (tier: Tier) => void;
};

function TierChoice({ tier, chosen, onChoose }: TierChoiceProps): ReactElement {
  return (
    <fieldset className="mt-3 flex flex-col gap-1">
      <legend className="sr-only">It may</legend>
      {TOKEN_TIERS.map((each) => (
        <label key={each} className="flex min-h-8 items-center gap-2">
          <input
            type="radio"
            name="tier"
            {...(each === tier && { ref: chosen })}
            checked={each === tier}
            onChange={() => onChoose(each)}
          />
          <span>
            {TIER_WORDS[each]} <span className="text-meta text-text-3">{each}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
