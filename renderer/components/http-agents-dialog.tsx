/** Agents that connect over HTTP: the switch that lets them in, and the token of each. A new token is shown once. */
import { type FormEvent, type ReactElement, useCallback, useEffect, useLayoutEffect, useState } from "react";
import { messageOf } from "../../shared/errors.ts";
import type { Params, Result, TokenInfo } from "../../shared/protocol.ts";
import { copyText } from "../commands/session-actions.ts";
import { TIER_WORDS } from "../grants/grant-words.ts";
import { type App, useApp } from "../state/app-context.ts";
import { closeDialog, Dialog, DialogButtons } from "./dialog.tsx";
import { ErrorNote } from "./error-note.tsx";

type HttpAccess = { readonly http: Result<"http/switch">; readonly tokens: readonly TokenInfo[] };
type NewToken = Result<"token/create">;
type Attempt = (action: () => Promise<unknown>) => void;

type TokenTier = NonNullable<Params<"token/create">["tier"]>;
/** The usual one first. */
const TOKEN_TIERS: readonly TokenTier[] = ["own", "observe", "all"];

export function HttpAgentsDialog(): ReactElement {
  const app = useApp();
  const [hasToken, setHasToken] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const handleToken = useCallback((isShown: boolean) => {
    setHasToken(isShown);
    setAsking(false);
  }, []);
  // A token that is gone cannot be shown again: whoever presses Escape is asked first.
  const close = (): void => (hasToken && !isAsking ? setAsking(true) : closeDialog(app));
  return (
    <Dialog title="Agents over HTTP" wide onClose={close}>
      <HttpAgents onToken={handleToken} />
      {isAsking && hasToken && (
        <p role="alert" className="mt-3 rounded-sm bg-wait-bg px-2 py-1.5 text-wait">
          ◆ The new token is shown only here. Copy it first, or close once more to leave it.
        </p>
      )}
      <DialogButtons>
        <button type="button" className="button" onClick={close}>
          {isAsking && hasToken ? "Close all the same" : "Close"}
        </button>
      </DialogButtons>
    </Dialog>
  );
}

/** `onToken` hears whether a new token is shown, which is told only once. */
export function HttpAgents({ onToken }: { onToken?: (isShown: boolean) => void }): ReactElement {
  const app = useApp();
  const { access, error, attempt } = useAccess(app);
  const [created, setCreated] = useState<NewToken>();
  const isShown = created !== undefined;
  // Before it is seen: an Escape right then must find it.
  useLayoutEffect(() => onToken?.(isShown), [onToken, isShown]);
  return (
    <>
      <p className="text-text-2">
        An agent on this machine that cannot start <code>cotty mcp</code> can connect over HTTP. Each agent has its own token.
      </p>
      {access && <Switch http={access.http} attempt={attempt} />}
      {access && <Tokens tokens={access.tokens} attempt={attempt} />}
      {created ? (
        <CreatedToken created={created} url={access?.http.url} onDone={() => setCreated(undefined)} />
      ) : (
        <NewTokenForm onCreate={(token) => attempt(async () => setCreated(await app.host.request("token/create", token)))} />
      )}
      <ErrorNote text={error} className="mt-3" />
    </>
  );
}

/** The switch and the tokens, asked for again after each action. */
function useAccess(app: App): { access: HttpAccess | undefined; error: string | undefined; attempt: Attempt } {
  const [access, setAccess] = useState<HttpAccess>();
  const [error, setError] = useState<string>();
  const attempt = useCallback<Attempt>(
    (action) => {
      const run = async (): Promise<void> => {
        await action();
        const [http, tokens] = await Promise.all([app.host.request("http/switch", {}), app.host.request("token/list", {})]);
        setAccess({ http, tokens });
        setError(undefined);
      };
      run().catch((refusal: unknown) => setError(messageOf(refusal)));
    },
    [app],
  );
  useEffect(() => attempt(() => Promise.resolve()), [attempt]);
  return { access, error, attempt };
}

function Switch({ http, attempt }: { http: HttpAccess["http"]; attempt: Attempt }): ReactElement {
  const app = useApp();
  return (
    <label className="mt-3 flex items-center gap-2">
      <input
        type="checkbox"
        checked={http.on}
        onChange={({ target }) => attempt(() => app.host.request("http/switch", { on: target.checked }))}
      />
      <span className="font-semibold">Let them in</span>
      <span className="text-text-2">
        {http.on ? `at ${http.url ?? "an address of this machine"}, until the host ends` : "No agent can connect now."}
      </span>
    </label>
  );
}

function Tokens({ tokens, attempt }: { tokens: readonly TokenInfo[]; attempt: Attempt }): ReactElement | null {
  const app = useApp();
  if (tokens.length === 0) return null;
  return (
    <ul aria-label="Tokens" className="mt-3 divide-y divide-line-1 rounded-sm border border-line-1">
      {tokens.map(({ name, tier }) => (
        <li key={name} className="flex items-center gap-3 px-2.5 py-1.5">
          <span className="font-semibold">{name}</span>
          <span className="min-w-0 flex-1 truncate text-text-2">{tier === undefined ? "" : TIER_WORDS[tier]}</span>
          <button
            type="button"
            className="button"
            aria-label={`Revoke the token of ${name}`}
            onClick={() => attempt(() => app.host.request("token/revoke", { name }))}
          >
            Revoke
          </button>
        </li>
      ))}
    </ul>
  );
}

function NewTokenForm({ onCreate }: { onCreate: (token: { name: string; tier: TokenTier }) => void }): ReactElement {
  const [name, setName] = useState("");
  const [tier, setTier] = useState<TokenTier>("own");
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    onCreate({ name: name.trim(), tier });
    setName("");
  };
  return (
    <form onSubmit={handleSubmit} className="mt-3 flex flex-wrap items-end gap-2">
      <label className="flex-1">
        <span className="mb-1 block font-semibold">Agent</span>
        <input
          required
          maxLength={128}
          value={name}
          onChange={({ target }) => setName(target.value)}
          className="field"
          placeholder="codex"
          autoComplete="off"
          spellCheck={false}
        />
      </label>
      <label className="flex-1">
        <span className="mb-1 block font-semibold">Access</span>
        <select className="field" value={tier} onChange={({ target }) => setTier(target.value as TokenTier)}>
          {TOKEN_TIERS.map((one) => (
            <option key={one} value={one}>
              {TIER_WORDS[one]}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" className="button button-primary">
        Create token
      </button>
    </form>
  );
}

type CreatedProps = { readonly created: NewToken; readonly url: string | undefined; readonly onDone: () => void };

function CreatedToken({ created, url, onDone }: CreatedProps): ReactElement {
  const app = useApp();
  const lines = [...(url === undefined ? [] : [url]), `Authorization: Bearer ${created.token}`].join("\n");
  return (
    <section aria-label={`Token of ${created.name}`} className="mt-3 rounded-sm border border-line-1 p-2.5">
      <p className="mb-1 text-text-2">The token of {created.name}, shown only now:</p>
      <pre
        tabIndex={0}
        aria-label="Address and header"
        className="overflow-x-auto rounded-sm border border-line-1 bg-term p-2 font-mono text-meta"
      >
        {lines}
      </pre>
      <div className="mt-2 flex gap-2">
        <button type="button" className="button button-primary" onClick={() => void copyText(app, created.token, "Token")}>
          Copy the token
        </button>
        <button type="button" className="button" onClick={onDone}>
          Done
        </button>
      </div>
    </section>
  );
}
