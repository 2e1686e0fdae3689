/** The amber pill: how many sessions need a person. It opens the inbox, and is absent while nobody is needed. */
import { Popover } from "@base-ui/react/popover";
import { type ReactElement, useEffect, useRef, useState } from "react";
import { openedSession } from "../state/selectors.ts";
import { useApp, useAppState } from "../state/app-context.ts";
import { InboxList, useInbox } from "./inbox-list.tsx";

export function InboxButton(): ReactElement | null {
  const count = useInbox().length;
  return count === 0 ? null : <Pill count={count} />;
}

function Pill({ count }: { count: number }): ReactElement {
  const app = useApp();
  const [open, setOpen] = useState(false);
  const opened = useAppState(openedSession)?.id;
  // Whoever opens a session from the list wants to see it.
  useEffect(() => setOpen(false), [opened]);
  // The field goes with the list; what was typed in it is kept.
  useEffect(() => {
    if (!open) app.store.setState(({ inboxReply }) => (inboxReply?.list === "popup" ? { inboxReply: undefined } : {}));
  }, [app, open]);
  // Inside a landmark, so that nobody who moves from landmark to landmark misses it.
  const landmark = useRef<HTMLElement>(null);
  useEffect(() => {
    landmark.current = document.querySelector("main");
  }, []);
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger
        render={
          <button
            type="button"
            className="h-6 flex-none rounded-full bg-wait px-2.5 font-semibold text-on-wait forced-colors:border"
          />
        }
      >
        <span aria-hidden>◆ </span>
        {count}
        <span className="max-sm:sr-only"> need{count === 1 ? "s" : ""} you</span>
      </Popover.Trigger>
      <Popover.Portal container={landmark}>
        <Popover.Positioner sideOffset={4} align="end" className="z-20">
          <Popover.Popup
            aria-label="Needs you"
            className="popup max-h-(--available-height) w-96 max-w-[calc(100vw-2rem)] overflow-y-auto p-2 outline-none"
          >
            <InboxList place="popup" />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
