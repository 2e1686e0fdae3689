/** Finds text in the live terminal: Enter goes to the next match, Shift+Enter to the one before, Escape ends. */
import { ArrowDown, ArrowUp, X } from "lucide-react";
import { type KeyboardEvent, type ReactElement, useEffect, useRef, useState } from "react";
import type { SessionId } from "../../shared/protocol.ts";
import { useApp } from "../state/app-context.ts";
import { IconButton } from "./controls.tsx";

export function FindBar({ id }: { id: SessionId }): ReactElement {
  const app = useApp();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const [missed, setMissed] = useState(false);
  const terminal = app.terminal.of(id);
  const find = (direction: "next" | "previous"): void => {
    setMissed(text !== "" && terminal?.find(text, direction) !== true);
  };
  const close = (): void => {
    app.store.setState({ finding: false });
    terminal?.endFind();
    terminal?.focus();
  };
  const handleKey = (event: KeyboardEvent): void => {
    if (event.key === "Escape") close();
    else if (event.key === "Enter") find(event.shiftKey ? "previous" : "next");
  };
  useEffect(() => field.current?.focus(), []);
  return (
    <search className="popup absolute top-2 right-3 z-20 flex max-w-[calc(100%-1.5rem)] items-center gap-1 p-1">
      <input
        ref={field}
        className="field w-56 min-w-0"
        aria-label="Find in the terminal"
        placeholder="Find"
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={handleKey}
      />
      <span role="status" className="px-1 text-meta text-fail">
        {missed ? "Not found" : ""}
      </span>
      <FindButtons find={find} close={close} />
    </search>
  );
}

type FindButtonsProps = { readonly find: (direction: "next" | "previous") => void; readonly close: () => void };

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
