import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { messageOf } from "../../../shared/errors.ts";
import { EvaluationError } from "../evaluation-error.ts";
import { type AgentAdapter, type AgentRun, type AgentTrace, emptyTrace, type ModelError } from "./agent-adapter.ts";
import { modelErrorOf, timeOf, withCall, withMessage, withResult, withTokens, withToolError } from "./conversation.ts";
import { filesIn } from "./log-files.ts";
import { jsonLines } from "./output-lines.ts";

/**
 * OpenCode's `run --format json` prints an object on a line for each part of the
 * conversation. Source: its command line, version 1.18.
 */
const part = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  tool: z.string().optional(),
  callID: z.string().optional(),
  state: z
    .looseObject({
      status: z.string().optional(),
      input: z.unknown().optional(),
      output: z.string().optional(),
      error: z.string().optional(),
      time: z.looseObject({ start: z.number().optional(), end: z.number().optional() }).optional(),
    })
    .optional(),
  /** When the model wrote it. In milliseconds since 1970, as all its times. */
  time: z.looseObject({ start: z.number().optional(), end: z.number().optional() }).optional(),
  cost: z.number().optional(),
  tokens: z
    .looseObject({
      input: z.number(),
      output: z.number(),
      reasoning: z.number().default(0),
      cache: z.looseObject({ read: z.number().default(0), write: z.number().default(0) }).default({ read: 0, write: 0 }),
    })
    .optional(),
});

type Part = z.infer<typeof part>;

const failure = z.object({
  type: z.literal("error"),
  error: z.looseObject({ name: z.string(), data: z.looseObject({ message: z.string().optional() }).optional() }),
});

/** What `opencode export` prints of a session. */
const exported = z.object({
  messages: z.array(
    z.object({ info: z.looseObject({ role: z.string(), error: failure.shape.error.optional() }), parts: z.array(part) }),
  ),
});

/** Lines of its log. The first session that is created is the one in the window. */
const CREATED = / message=created id=(ses_\w+)/;
const TAKEN = /^timestamp=(\S+) .* message=loop session\.id=(ses_\w+)/gm;
const TURN_OVER = / message="exiting loop" session\.id=(ses_\w+)/g;
const UNAVAILABLE = / message="server unavailable" key=.*/;

/** How long OpenCode may take to write a session down. */
const EXPORT_MS = 60_000;

const PROVIDER = "evaluated";

const modelOf = ({ agent }: AgentRun): string => agent.model ?? "default";

function configuration(run: AgentRun): object {
  const { agent, mcpServers } = run;
  const model = modelOf(run);
  const provider = {
    npm: "@ai-sdk/openai-compatible",
    options: { baseURL: agent.baseUrl, apiKey: `{env:${agent.keys[0] ?? "NO_KEY"}}` },
    models: { [model]: { name: model, tool_call: true } },
  };
  const own =
    agent.baseUrl === undefined
      ? {}
      : { provider: { [PROVIDER]: provider }, model: `${PROVIDER}/${model}`, small_model: `${PROVIDER}/${model}` };
  return {
    $schema: "https://opencode.ai/config.json",
    ...own,
    share: "disabled",
    autoupdate: false,
    permission: { edit: "allow", bash: "allow", external_directory: "allow", doom_loop: "allow", webfetch: "deny" },
    mcp: Object.fromEntries(
      Object.entries(mcpServers).map(([name, { command, args, env }]) => [
        name,
        { type: "local", command: [command, ...args], enabled: true, ...(env && { environment: env }) },
      ]),
    ),
  };
}

const exportFile = ({ space }: AgentRun): string => join(space.home, "opencode-session.json");

const environment = {
  OPENCODE_DISABLE_AUTOUPDATE: "1",
  OPENCODE_DISABLE_MODELS_FETCH: "1",
  OPENCODE_DISABLE_DEFAULT_PLUGINS: "1",
};

/** The log as a run without a person prints it. */
const printedLog = ({ space }: AgentRun): string => join(space.home, "opencode.log");

/**
 * Runs OpenCode, keeps the log that it prints, and shows what else it has printed there.
 * It ends before the last lines are in the log file of its own, and these may be the ones
 * that say that a server was not there.
 */
const KEEPING_LOG = 'log=$1; shift; "$@" 2>"$log"; code=$?; grep -v "^timestamp=" "$log" >&2; exit $code';

/** Its log, which is the same in both modes. */
function readLog(run: AgentRun): { text: string; session: string | undefined; files: readonly string[] } {
  const isPrinted = existsSync(printedLog(run));
  const files = isPrinted ? [printedLog(run)] : filesIn(join(run.space.home, ".local/share/opencode/log"), /\.log$/);
  const text = files.map((file) => readFileSync(file, "utf8")).join("");
  return { text, session: CREATED.exec(text)?.[1], files };
}

export const opencode: AgentAdapter = {
  modes: ["headless", "tui"],
  isCheck: false,
  takesMcp: true,
  requires: ["opencode"],
  ready: /Ask anything/,
  prepare: (run) => {
    const folder = join(run.space.home, ".config/opencode");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "opencode.json"), JSON.stringify(configuration(run), undefined, 2));
  },
  environment: () => environment,
  argv: (run) => {
    const model = run.agent.baseUrl === undefined ? run.agent.model : `${PROVIDER}/${modelOf(run)}`;
    const chosen = model === undefined ? [] : ["--model", model];
    if (run.mode === "tui") return ["opencode", ...chosen];
    const words = `Read the file ${run.promptFile} and follow the instructions in it.\n\n${run.prompt}`;
    const command = ["opencode", "run", "--print-logs", "--format", "json", ...chosen, words];
    return ["sh", "-c", KEEPING_LOG, "sh", printedLog(run), ...command];
  },
  collect: async (run) => {
    const { session } = readLog(run);
    if (session !== undefined) await exportSession(run, session);
  },
  versionCommand: () => ["opencode", "--version"],
  read: (run, printed) => {
    const { text, session, files } = readLog(run);
    const turnsOver = [...text.matchAll(TURN_OVER)].filter((match) => match[1] === session).length;
    const taken = [...text.matchAll(TAKEN)].find((match) => match[2] === session)?.[1];
    const missingServer = UNAVAILABLE.exec(text)?.[0].trim();
    const begun: AgentTrace = { ...emptyTrace, turnsOver, missingServer, promptTakenMs: timeOf(taken) };
    if (run.mode === "tui") {
      const collected = existsSync(exportFile(run)) ? [exportFile(run)] : [];
      return { ...readExport(run, begun), nativeFiles: [...collected, ...files] };
    }
    const opened: AgentTrace = { ...begun, nativeFiles: files };
    return jsonLines(printed).reduce((trace, line) => withLine(run, trace, line), opened);
  },
};

/**
 * The conversation of a window is in a database, and OpenCode itself knows how to read it.
 * It prints into a file, because it may end before a pipe has taken all. Throws
 * `EvaluationError` if it fails: without its conversation, a run cannot be judged.
 */
async function exportSession(run: AgentRun, session: string): Promise<void> {
  const { space } = run;
  const args = ["-c", 'exec opencode export "$1" >"$2"', "sh", session, exportFile(run)];
  try {
    await promisify(execFile)("sh", args, { cwd: space.work, env: { ...space.env, ...environment }, timeout: EXPORT_MS });
    exported.parse(JSON.parse(readFileSync(exportFile(run), "utf8")));
  } catch (error) {
    rmSync(exportFile(run), { force: true });
    throw new EvaluationError(`"opencode export" did not write the conversation: ${messageOf(error)}`);
  }
}

function readExport(run: AgentRun, begun: AgentTrace): AgentTrace {
  const file = exportFile(run);
  if (!existsSync(file)) return begun;
  let trace = begun;
  for (const { info, parts } of exported.parse(JSON.parse(readFileSync(file, "utf8"))).messages) {
    if (info.role !== "assistant") continue;
    trace = parts.reduce((sum, one) => withPart(sum, one, modelOf(run)), trace);
    trace = { ...trace, modelError: info.error && failureOf(info.error) };
  }
  return trace;
}

/** OpenCode has an error of its own for an answer that was filtered. */
const failureOf = ({ name, data }: z.infer<typeof failure>["error"]): ModelError =>
  modelErrorOf(data?.message ?? name, name === "ContentFilterError" ? "content_filter" : undefined);

function withLine(run: AgentRun, trace: AgentTrace, line: Record<string, unknown>): AgentTrace {
  const failed = failure.safeParse(line).data;
  if (failed !== undefined) return { ...trace, modelError: failureOf(failed.error) };
  const parsed = part.safeParse(line["part"]).data;
  return parsed === undefined ? trace : withPart(trace, parsed, modelOf(run));
}

function withPart(trace: AgentTrace, { type, text, tool, callID: id = "", ...rest }: Part, model: string): AgentTrace {
  if (type === "text" && text !== undefined) return withMessage(trace, text, rest.time?.end ?? rest.time?.start);
  if (type === "tool" && tool !== undefined) {
    const { input: args, time } = rest.state ?? {};
    const called = withCall(trace, { id, name: tool, arguments: args }, time?.start);
    const result = rest.state?.output ?? rest.state?.error;
    const answered = result === undefined ? called : withResult(called, id, { text: result, endedMs: time?.end });
    return rest.state?.status === "error" ? withToolError(answered) : answered;
  }
  if (rest.tokens === undefined) return trace;
  const { input, output, reasoning, cache } = rest.tokens;
  const counts = { input, output: output + reasoning, cacheRead: cache.read, cacheWrite: cache.write };
  return {
    ...withTokens(trace, model, counts),
    modelError: undefined,
    // A model of one's own has no price, which OpenCode counts as nothing.
    ...(rest.cost !== undefined && rest.cost > 0 && { costUsd: (trace.costUsd ?? 0) + rest.cost }),
  };
}
