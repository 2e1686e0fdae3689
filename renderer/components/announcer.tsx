/** Tells a screen reader who needs a person: politely, not too often, and never terminal output. */
import { type ReactElement, useEffect, useState } from "react";
import { announcements } from "../state/announcements.ts";
import { useApp } from "../state/app-context.ts";

/** Announcements that follow each other faster would cut each other off. */
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
