/** A file that is dropped on the window is opened as a recording. Without this, the browser would leave the window for the file. */
import { type ReactElement, useEffect, useState } from "react";
import { showDialog } from "../commands/session-actions.ts";
import { useApp } from "../state/app-context.ts";

export function FileDrop(): ReactElement | null {
  const app = useApp();
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const listening = new AbortController();
    const listen = (type: "dragover" | "dragleave" | "drop", handle: (event: DragEvent) => void): void =>
      window.addEventListener(type, (event) => hasFiles(event) && handle(event), { signal: listening.signal });
    listen("dragover", (event) => {
      event.preventDefault();
      setOver(true);
    });
    // Only when the pointer leaves the window: it also leaves each element that it passes.
    listen("dragleave", ({ relatedTarget }) => relatedTarget === null && setOver(false));
    listen("drop", (event) => {
      event.preventDefault();
      setOver(false);
      const file = event.dataTransfer?.files[0];
      // A dialog that is open is answered first.
      if (file && !app.store.getState().dialog) showDialog(app, { kind: "open-recording", file });
    });
    return () => listening.abort();
  }, [app]);
  if (!isOver) return null;
  return (
    <div className="pointer-events-none fixed inset-3 z-30 grid place-items-center rounded-lg border-2 border-dashed border-you bg-bg-1/90">
      <p className="text-heading font-semibold">Drop a recording (.cast) to open it</p>
    </div>
  );
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes("Files") === true;
}
