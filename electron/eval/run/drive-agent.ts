import type { SessionInfo } from "../../../shared/protocol.ts";
import { quoteWords } from "../../client/shell-quoting.ts";
import { driveWindow } from "./drive-window.ts";
import { type DrivenAgent, type DriveOptions, type Driving, stopReason } from "./driving.ts";
import { SessionOutput } from "./session-output.ts";

/** How often the run looks at the clock and the money. */
const LOOK_MS = 1000;
const SIZE = { cols: 120, rows: 40 };

/** Starts the agent in its session, and resolves with that. Throws `HostError` if the host refuses. */
export async function startAgent({ client, session, run, adapter }: DriveOptions): Promise<SessionInfo> {
  const started = await client.request("session/create", {
    id: session,
    command: quoteWords(adapter.argv(run)),
    cwd: run.space.work,
    env: { ...run.space.env, ...adapter.environment(run) },
    size: SIZE,
  });
  return started.session;
}

/** Stays with the agent until it has ended, or the time or the money is over. */
export function driveAgent(options: DriveOptions): Promise<DrivenAgent> {
  const driving: Driving = { ...options, output: new SessionOutput(options.client, options.session) };
  return options.run.mode === "tui" ? driveWindow(driving) : untilExit(driving);
}

async function untilExit(options: Driving): Promise<DrivenAgent> {
  const { client, session, untilMs } = options;
  const promptedMs = [Date.now()];
  for (;;) {
    const timeoutMs = Math.max(1, Math.min(LOOK_MS, untilMs - Date.now()));
    const { ended, exit } = await client.request("session/wait", { id: session, until: { exit: true, timeoutMs } });
    if (ended === "exit") return { ended: "exit", exitCode: exit?.code, promptedMs };
    const reason = await stopReason(options);
    if (reason !== undefined) return { ended: reason, exitCode: undefined, promptedMs };
  }
}
