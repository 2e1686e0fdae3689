/** What agents may use. */
import { TIER_WORDS } from "../grants/grant-words.ts";
import type { ReactElement } from "react";
import { changeSettings } from "../commands/session-actions.ts";
import { useCommand } from "../components/use-command.ts";
import { useApp, useAppState } from "../state/app-context.ts";
import { DraftField } from "./draft-field.tsx";
import { ChoiceRow, SettingRow, SwitchRow } from "./setting-row.tsx";

const MAX_PORT = 65_535;

export function AgentsSection(): ReactElement {
  return (
    <>
      <HttpHint />
      <PortRow />
      <ChoiceRow
        name="newAgents"
        label="A new agent"
        hint="What it may do until you say so. An agent that only reads starts nothing before you have answered."
        options={[
          { value: "own", label: TIER_WORDS.own },
          { value: "observe", label: TIER_WORDS.observe },
        ]}
      />
      <SwitchRow
        name="flatSessions"
        label="Agents see all sessions"
        hint="As in terminalcp. Otherwise an agent sees its own sessions, and those that are shared with it. Counts when the host starts."
      />
    </>
  );
}

function HttpHint(): ReactElement {
  const run = useCommand();
  const hint = (
    <>
      On whenever a host starts. For agents on this machine that cannot start <code>cotty mcp</code>. Each needs a token.{" "}
      <button type="button" className="text-you underline" onClick={() => run("http-agents")}>
        Tokens…
      </button>
    </>
  );
  return <SwitchRow name="http" label="Agents over HTTP" hint={hint} />;
}

function PortRow(): ReactElement {
  const app = useApp();
  const port = useAppState(({ settings }) => settings.port);
  return (
    <SettingRow
      name="port"
      label="Port"
      hint="Of the window in a browser, and of agents over HTTP. Empty: 26889, or a free one. Counts when the host starts."
    >
      {(control) => (
        <DraftField
          {...control}
          inputMode="numeric"
          value={port === null ? "" : String(port)}
          placeholder="26889"
          onCommit={(text) => {
            const number = text === "" ? null : Number(text);
            if (number !== null && (!Number.isInteger(number) || number < 1 || number > MAX_PORT))
              return `A number from 1 to ${MAX_PORT}`;
            changeSettings(app, { port: number });
            return undefined;
          }}
        />
      )}
    </SettingRow>
  );
}
