/** What the host offers to start. */
import { useEffect, useState } from "react";
import { messageOf } from "../../shared/errors.ts";
import type { RecentStart, Result } from "../../shared/protocol.ts";
import { showError } from "../commands/session-actions.ts";
import { useApp } from "../state/app-context.ts";

type StartOptions = Result<"start/options">;

const NOTHING: StartOptions = { presets: [], recent: [], home: "" };

/** Empty until the host has answered. `forget` takes a recent start off the list for good. */
export function useStartOptions(): { options: StartOptions; forget: (start: RecentStart) => void } {
  const app = useApp();
  const { host } = app;
  const [options, setOptions] = useState(NOTHING);
  useEffect(() => {
    let isOver = false;
    const ask = async (): Promise<void> => {
      const answer = await host.request("start/options", {});
      if (!isOver) setOptions(answer);
    };
    // Without them, everything can still be typed.
    ask().catch(() => {});
    return () => {
      isOver = true;
    };
  }, [host]);
  const forget = async ({ command, cwd }: RecentStart): Promise<void> => {
    try {
      await host.request("start/forget", { start: { command, cwd } });
      setOptions(await host.request("start/options", {}));
    } catch (error) {
      showError(app, `${command} was not forgotten`, messageOf(error));
    }
  };
  return { options, forget: (start) => void forget(start) };
}
