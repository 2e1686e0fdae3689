/** Reads a session: its output, its screen, its inputs, and what is known about it. */
import { statSync } from "node:fs";
import type { ExitStatus, Result } from "../../../shared/protocol.ts";
import type { CommandMarks } from "../../shell-integration/marked-shells.ts";
import type { Session } from "../../sessions/session.ts";
import { readOutput } from "../read-output.ts";
import { changedRows, readScreen } from "../read-screen.ts";
import { readInputs } from "../read-inputs.ts";
import { searchOutput } from "../search-output.ts";
import type { Handlers } from "./request.ts";

export const readingHandlers = {
  "session/read": async ({ caller }, params) => {
    const { session } = caller.session(params.id);
    const output = await readOutput(session, params, caller.client.id);
    return { ...output, ...ending(session, output.next) };
  },
  "session/screen": async ({ caller }, params) => {
    const { session } = caller.session(params.id);
    const screen = await readScreen(session, params, caller.reader(params.caller));
    return { ...screen, ...ending(session, screen.offset) };
  },
  "session/changes": async ({ caller }, { id, caller: name }) => {
    const { session } = caller.session(id);
    const changes = await changedRows(session, caller.reader(name));
    return { ...changes, ...ending(session, changes.offset) };
  },
  "session/search": ({ runtime: { recordings }, caller, signal }, params) =>
    searchOutput(recordings.jobs, caller.session(params.id).session, { ...params, by: caller.principal.id, signal }),
  "session/facts": async ({ caller }, { id }) => {
    const { session, marks } = caller.session(id);
    const path = session.recordingPath();
    const recording = path === undefined ? undefined : { path, bytes: statSync(path).size };
    const processes = await session.processes();
    return { processes, ...(recording && { recording }), ...(marks && { shell: shellFacts(marks) }) };
  },
  "session/inputs": ({ caller }, { id }) => readInputs(caller.session(id).session),
  "session/why": ({ caller }, { id }) => caller.session(id).shownAttention.explanation(),
} satisfies Partial<Handlers>;

function shellFacts({ folder, lastExitCode }: CommandMarks): NonNullable<Result<"session/facts">["shell"]> {
  return { ...(folder !== undefined && { folder }), ...(lastExitCode !== undefined && { lastExitCode }) };
}

/** How the program has ended, for an answer that reaches this offset. */
function ending({ exit, offset: end }: Session, offset: number): { exit?: ExitStatus } {
  return exit && offset >= end ? { exit } : {};
}
