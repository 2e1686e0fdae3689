/** A session as the host tells it, for what the app decides about sessions. */
import type { SessionInfo } from "../../../shared/protocol.ts";

export function sessionInfo(id: string, change: Partial<SessionInfo> = {}): SessionInfo {
  return {
    id,
    command: "make",
    cwd: "/",
    pid: 1,
    size: { cols: 80, rows: 24 },
    title: "",
    lastLine: "",
    owner: { id: "a", name: "Claude Code", kind: "mcp" },
    attention: { state: "working", reason: "writes output" },
    startedAtMs: 0,
    lastOutputAtMs: 0,
    offset: 0,
    recording: true,
    ...change,
  };
}

export const asks = (question: string): Pick<SessionInfo, "attention"> => ({
  attention: { state: "waiting", reason: `asks: ${question}` },
});
export const failed: Pick<SessionInfo, "attention" | "exit"> = {
  attention: { state: "failed", reason: "Exited 2" },
  exit: { code: 2 },
};
