/** Tells a screen reader who needs a person: politely, not too often, and never terminal output. */
import { type ReactElement, useEffect, useState } from "react";
import type { SessionInfo } from "../../shared/protocol.ts";
import { useApp } from "../app-context.ts";
import { lineOf, needsYou, titleOf } from "../sessions.ts";
import type { State } from "../store.ts";

/** Announcements closer together than this would cut each other off. */
const APART_MS = 2000;

export function Announcer(): ReactElement {
  const app = useApp();
  const [text, setText] = useState("");
  useEffect(() => {
    const waiting: string[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const next = (): void => {
      const announcement = waiting.shift();
      timer = announcement === undefined ? undefined : setTimeout(next, APART_MS);
      if (announcement !== undefined) setText(announcement);
    };
    const unsubscribe = app.store.subscribe((state, before) => {
      waiting.push(...announcements(state, before).filter((announcement) => !waiting.includes(announcement)));
      if (timer === undefined) next();
    });
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  }, [app]);
  return (
    <div role="status" className="sr-only">
      {text}
    </div>
  );
}

/** What is new between two states; the first list of sessions is not. */
export function announcements(state: State, before: State): string[] {
  if (state.sessions === before.sessions || !before.loaded) return [];
  return [...state.sessions.values()].flatMap((session) => {
    const known = before.sessions.get(session.id);
    const news = needsYou(session, state.dismissed) && known?.attention.state !== session.attention.state;
    return news ? [sentence(session)] : [];
  });
}

function sentence(session: SessionInfo): string {
  const what = session.attention.state === "failed" ? "failed" : "needs you";
  const line = lineOf(session);
  return `${titleOf(session)} ${what}${line ? `: ${line}` : ""}`;
}
