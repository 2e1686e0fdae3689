/** A session as the host would describe it; tests name only what they are about. */
import type { ClientInfo, SessionInfo } from "../../../shared/protocol.ts";

export const agent: ClientInfo = { id: "a1", name: "Claude Code", kind: "mcp" };
export const you: ClientInfo = { id: "w1", name: "You", kind: "window" };

export function sessionOf(change: Partial<SessionInfo> = {}): SessionInfo {
  return {
    id: "api-tests",
    command: "npm test",
    cwd: "/home/me/webapp",
    pid: 4121,
    size: { cols: 80, rows: 24 },
    title: "",
    lastLine: "",
    owner: agent,
    attention: { state: "working", reason: "" },
    startedAtMs: 1000,
    lastOutputAtMs: 1000,
    offset: 0,
    recording: true,
    ...change,
  };
}
