/** The tool's actions that read: stdout, stream, search, list. Each connection has its own object, which keeps its read positions. */
import type { Client } from "../../shared/client.ts";
import { counted } from "../../shared/counted.ts";
import { HostError } from "../../shared/errors.ts";
import type { ExitStatus, Result, SessionInfo } from "../../shared/protocol.ts";
import { changedRows, cursorNote, exitLine, nextLine, searchLines } from "../../shared/read-results.ts";
import { oneLine } from "../../shared/visible-unicode.ts";
import { asOutput, hiddenNotice, notice } from "./notices.ts";
import type { ToolArguments } from "./tool-arguments.ts";

type Position = { readonly startedAtMs: number; readonly offset: number };

/** Positions are remembered for this many sessions. Beyond that, the session read longest ago is forgotten. */
const MAX_POSITIONS = 500;
/** The default number of matches in one answer. An agent reads every one of them. */
const DEFAULT_MATCHES = 50;

export class ReadActions {
  readonly #client: Client;
  /** The offset up to which this connection has read each session. */
  readonly #positions = new Map<string, Position>();

  constructor(client: Client) {
    this.#client = client;
  }

  /**
   * The screen as text. The arguments choose: the screen with its scrollback (the default), the last lines,
   * the text since an offset, or only the changed rows.
   */
  async stdout(args: ToolArguments): Promise<string> {
    const id = args.required("id", '{"action":"stdout","id":"py"}');
    if (args.boolean("changed")) return changesText(await this.#client.request("session/changes", { id }));
    const { first, last } = args.lines();
    const since = args.atLeast("since", 0);
    const screen = await this.#client.request("session/screen", {
      id,
      ...(first && { firstLines: Math.min(first, 100_000) }),
      ...(last && { lines: Math.min(last, 100_000) }),
      ...(since !== undefined && { since }),
    });
    const isCut = screen.omittedLines > 0 && (last === undefined || screen.text.split("\n").length < last);
    return joined([
      isCut && notice(`${screen.omittedLines} lines before this left out; stream or search has them`),
      screen.isBeginningGone && notice("lines before this have left the scrollback; stream or search has them"),
      screen.text !== "" && asOutput(screen.text),
      exitNotice(screen.exit),
      hiddenNotice(screen.hiddenText),
      cursorNotice(screen.cursor),
      since !== undefined && notice(`@${screen.offset}`),
    ]);
  }

  /** All output as text, from an offset on. */
  async stream(args: ToolArguments): Promise<string> {
    const id = args.required("id", '{"action":"stream","id":"mk","since_last":true}');
    const session = await this.#session(id);
    const last = this.#positions.get(id);
    const sinceLast = args.boolean("since_last") === true;
    const lastOffset = sinceLast && last?.startedAtMs === session.startedAtMs ? last.offset : undefined;
    const given = args.atLeast("since", 0);
    if (given !== undefined && sinceLast) throw new HostError("bad-request", "Use since or since_last, not both");
    const since = given ?? lastOffset ?? 0;
    const strip = args.boolean("strip_ansi") ?? true;
    const { text, next, end, exit, hiddenText } = await this.#client.request("session/read", { id, since, strip });
    if (sinceLast) this.#notePosition(id, { startedAtMs: session.startedAtMs, offset: next });
    const nextArgument = sinceLast ? '"since_last":true' : `"since":${next}`;
    const notices = [
      exitNotice(exit),
      hiddenNotice(hiddenText, "line"),
      next < end && notice(`${end - next} more characters; to continue: ${nextArgument}`),
    ].filter((line) => line !== undefined && line !== false);
    const shown = strip ? asOutput(text) : text;
    if (notices.length === 0) return shown;
    return `${shown}${shown === "" || shown.endsWith("\n") ? "" : "\n"}${notices.join("\n")}`;
  }

  /** The lines of all output that match a pattern, in grep's format. */
  async search(args: ToolArguments, signal: AbortSignal): Promise<string> {
    const example = '{"action":"search","id":"mk","pattern":"error|warning","context":2}';
    const id = args.required("id", example);
    const pattern = args.required("pattern", example);
    const context = args.atLeast("context", 0);
    const { first, last } = args.lines();
    const limit = first ?? last ?? DEFAULT_MATCHES;
    const from = args.atLeast("since", 1);
    const params = {
      id,
      pattern,
      limit: Math.min(limit, 1000),
      ...(context !== undefined && { context: Math.min(context, 20) }),
      ...(from !== undefined && { from }),
    };
    return searchText(await this.#client.request("session/search", params, signal));
  }

  /** The sessions in terminalcp's form. How a program has ended follows at the end of its line. */
  async list(): Promise<string> {
    const sessions = await this.#client.request("session/list", {});
    if (sessions.length === 0) return "No active sessions";
    return sessions
      .map(({ id, exit, cwd, command }) => {
        const line = `${id} ${exit ? "stopped" : "running"} ${oneLine(cwd)} ${oneLine(command)}`;
        return exit ? `${line} [${exitText(exit)}; readable until stop]` : line;
      })
      .join("\n");
  }

  #notePosition(id: string, position: Position): void {
    this.#positions.delete(id);
    this.#positions.set(id, position);
    const [oldest] = this.#positions.keys();
    if (oldest !== undefined && this.#positions.size > MAX_POSITIONS) this.#positions.delete(oldest);
  }

  async #session(id: string): Promise<SessionInfo> {
    const sessions = await this.#client.request("session/list", {});
    const session = sessions.find((candidate) => candidate.id === id);
    if (session) return session;
    throw new HostError("no-such-session", `Process not found: ${id}. Use list to see the sessions`);
  }
}

/** A short header, then the changed rows. Each begins with its number, so it cannot look like a notice. */
function changesText(changes: Result<"session/changes">): string {
  const { header, rows } = changedRows(changes);
  return joined([notice(`${header} @${changes.offset}`), ...rows, exitNotice(changes.exit), hiddenNotice(changes.hiddenText)]);
}

function searchText(result: Result<"session/search">): string {
  const { matches, more, totalLines, isComplete, hiddenText } = result;
  return joined([
    ...searchLines(result),
    hiddenNotice(hiddenText, "line"),
    matches === 0 && notice(`no match in ${totalLines} lines`),
    more > 0 && notice(`${counted(more, "more match", "more matches")}; to continue: "since":${nextLine(result)}`),
    !isComplete && notice(`searched only the first ${totalLines} lines: time ran out; to continue: "since":${totalLines + 1}`),
  ]);
}

function cursorNotice(cursor: Result<"session/screen">["cursor"]): string | undefined {
  const note = cursorNote(cursor);
  return note === undefined ? undefined : notice(note);
}

function exitText({ code, signal }: ExitStatus): string {
  return signal === undefined ? `exited ${code}` : `killed by ${signal}`;
}

function exitNotice(exit: ExitStatus | undefined): string | undefined {
  return exit && notice(exitLine(exit));
}

function joined(parts: readonly (string | false | undefined)[]): string {
  return parts.filter((part) => part !== false && part !== undefined).join("\n");
}
