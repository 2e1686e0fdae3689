/** In a browser, notifications need the person's permission, which the page may ask for only when a button is pressed. */
import { type ReactElement, useState } from "react";
import { useApp } from "../state/app-context.ts";

export function NotificationPermission(): ReactElement | null {
  const app = useApp();
  const [permission, setPermission] = useState(() => (typeof Notification === "undefined" ? "denied" : Notification.permission));
  if (app.desktop.isThere || permission === "granted") return null;
  if (permission === "denied") {
    return (
      <p className="mt-2 text-meta text-text-2">
        This browser lets the page show no notifications. Its settings for this address can change that.
      </p>
    );
  }
  return (
    <p className="mt-2 flex flex-wrap items-center gap-2 text-meta text-text-2">
      <span>This browser asks before it shows notifications.</span>
      <button
        type="button"
        className="button"
        onClick={() => void Notification.requestPermission().then((answer) => setPermission(answer))}
      >
        Allow notifications
      </button>
    </p>
  );
}
