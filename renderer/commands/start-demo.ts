/** Starts the demo in the host, and shows its sessions. */
import { messageOf } from "../../shared/errors.ts";
import type { App } from "../state/app-context.ts";
import { showError, showOverview } from "./session-actions.ts";

/** Never rejects: what went wrong is shown. */
export async function startDemo(app: App): Promise<void> {
  try {
    await app.host.request("demo/start", {});
    showOverview(app);
  } catch (error) {
    showError(app, "The demo was not started", messageOf(error));
  }
}
