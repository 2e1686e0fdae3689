/**
 * Finds text in the live terminal as it is typed, the newest match first. Enter
 * goes up to the one before, Shift+Enter down to the next, Escape ends. "All output" lists the lines of
 * everything that the program has ever printed; where nothing is found, Enter does that, because
 * the terminal has only the latest rows.
 */
import { ArrowDown, ArrowUp, CaseSensitive, Regex, ScrollText, X } from "lucide-react";
import { type KeyboardEvent, type ReactElement, type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import type { SessionInfo } from "../../shared/protocol.ts";
import { useApp } from "../state/app-context.ts";
import type { Matches } from "../terminal/terminal-view.ts";
import { IconButton } from "./controls.tsx";
import { FoundLines } from "./found-lines.tsx";

type Query = { readonly text: string; readonly regex: boolean; readonly caseSensitive: boolean };
type Direction = "next" | "previous";

export function FindBar({ session }: { session: SessionInfo }): ReactElement {
  const app = useApp();
  const field = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState<Query>({ text: "", regex: false, caseSensitive: false });
  const [isListing, setListing] = useState(false);
  const terminal = app.terminals.of(session.id);
  const { said, isMissing, find } = useFind(session.id, query);
  const close = (): void => {
    app.store.setState({ finding: false });
    terminal?.endFind();
    terminal?.focus();
  };
  // The button that was pressed goes.
  const listAll = (): void => {
    setListing(true);
    field.current?.focus();
  };
  const handleKey = (event: KeyboardEvent): void => {
    if (event.key === "Escape") close();
    else if (event.key === "Enter" && isMissing) listAll();
    else if (event.key === "Enter") find(event.shiftKey ? "next" : "previous");
  };
  useEffect(() => field.current?.focus(), []);
  return (
    <search className="popup absolute top-2 right-3 z-20 flex max-w-[calc(100%-1.5rem)] flex-col p-1">
      <div className="flex items-center gap-1">
        <input
          ref={field}
          className="field w-56 min-w-0"
          aria-label="Find in the terminal"
          placeholder="Find"
          spellCheck={false}
          value={query.text}
          onChange={(event) => setQuery({ ...query, text: event.target.value })}
          onKeyDown={handleKey}
        />
        <span role="status" className="min-w-20 px-1 text-meta whitespace-nowrap text-text-2 tabular-nums">
          {said}
        </span>
        <Switch label="Match case" on={query.caseSensitive} onChange={(caseSensitive) => setQuery({ ...query, caseSensitive })}>
          <CaseSensitive size={16} aria-hidden />
        </Switch>
        <Switch label="Regular expression" on={query.regex} onChange={(regex) => setQuery({ ...query, regex })}>
          <Regex size={14} aria-hidden />
        </Switch>
        <Switch label="All output" on={isListing} onChange={setListing}>
          <ScrollText size={14} aria-hidden />
        </Switch>
        <FindButtons find={find} close={close} />
      </div>
      {isMissing && !isListing && (
        <button type="button" className="button button-quiet justify-start" onClick={listAll}>
          Search all output <kbd className="chord">Enter</kbd>
        </button>
      )}
      {isListing && query.text !== "" && <FoundLines id={session.id} pattern={patternOf(query)} />}
    </search>
  );
}

/** The query as the host takes it. */
function patternOf({ text, regex, caseSensitive }: Query): string {
  const pattern = regex ? text : text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
  return caseSensitive ? pattern : `(?i)${pattern}`;
}

/** Searches the terminal whenever the query changes, and says how many matches there are. */
function useFind(id: string, query: Query): { said: string; isMissing: boolean; find: (direction: Direction) => void } {
  const app = useApp();
  const [matches, setMatches] = useState<Matches>();
  const [isWrong, setWrong] = useState(false);
  const terminal = app.terminals.of(id);
  const find = useCallback(
    (direction: Direction, incremental = false): void => {
      setWrong(false);
      if (query.text === "") {
        setMatches(undefined);
        return terminal?.endFind();
      }
      try {
        if (terminal?.find({ ...query, incremental }, direction) !== true) setMatches({ at: 0, count: 0 });
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error;
        setWrong(true);
      }
    },
    [terminal, query],
  );
  useEffect(() => {
    const counting = terminal?.onMatches(setMatches);
    return () => counting?.[Symbol.dispose]();
  }, [terminal]);
  useEffect(() => find("previous", true), [find]);
  return { said: isWrong ? "Not a pattern" : saidOf(matches), isMissing: !isWrong && matches?.count === 0, find };
}

/** The addon counts no further than 1000, and then does not say which match is selected. */
function saidOf(matches: Matches | undefined): string {
  if (!matches) return "";
  if (matches.count === 0) return "Not found";
  return matches.at === 0 ? `${matches.count} or more` : `${matches.at} of ${matches.count}`;
}

type SwitchProps = {
  readonly label: string;
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
  readonly children: ReactNode;
};

function Switch({ label, on, onChange, children }: SwitchProps): ReactElement {
  return (
    <IconButton label={label} aria-pressed={on} className={on ? "bg-press text-you" : ""} onClick={() => onChange(!on)}>
      {children}
    </IconButton>
  );
}

type FindButtonsProps = { readonly find: (direction: Direction) => void; readonly close: () => void };

function FindButtons({ find, close }: FindButtonsProps): ReactElement {
  return (
    <>
      <IconButton label="Previous match" onClick={() => find("previous")}>
        <ArrowUp size={14} aria-hidden />
      </IconButton>
      <IconButton label="Next match" onClick={() => find("next")}>
        <ArrowDown size={14} aria-hidden />
      </IconButton>
      <IconButton label="End the search" onClick={close}>
        <X size={14} aria-hidden />
      </IconButton>
    </>
  );
}
