/**
 * The table of commands, and what all of them share: help, usage and error messages.
 * The most frequent commands are imported here. The others are loaded when they
 * are called, so that a command takes little longer than Node's start.
 */
import { HostError } from "../../shared/errors.ts";
import { VERSION } from "../../shared/version.ts";
import type { Paths } from "../platform/paths.ts";
import { refuseUnsafeHome } from "../platform/safe-home.ts";
import { errorInWords } from "../platform/user-paths.ts";
import type { Command } from "./command.ts";
import { isNoHost } from "../client/host-connection.ts";
import { killServer, list, version } from "./host-commands.ts";
import { HelpRequest, UsageError } from "./options.ts";
import { print, printError } from "./output.ts";
import { search, stdout, stream } from "./read-commands.ts";
import { rename, resize, start, stop, terminalSize } from "./session-commands.ts";
import { click, stdin, wait } from "./text-commands.ts";

const commands = {
  ls: list,
  list,
  start,
  stop,
  stdin,
  click,
  stdout,
  stream,
  search,
  wait,
  resize,
  "term-size": terminalSize,
  rename,
  attach: {
    usage: "<session-id>",
    failure: "Failed to attach",
    run: async (invocation) => (await import("./attach.ts")).attach(invocation),
  },
  secret: {
    usage: "[--ask WHAT [--timeout MS] | --decline] [--json] <session-id>",
    failure: "Failed to send the secret",
    run: async (invocation) => (await import("./secret.ts")).secret(invocation),
  },
  freeze: {
    usage: "[--json] <session-id>",
    failure: "Failed to freeze",
    run: async (invocation) => (await import("./standstill.ts")).freeze(invocation),
  },
  resume: {
    usage: "[--json] <session-id>",
    failure: "Failed to resume",
    run: async (invocation) => (await import("./standstill.ts")).resume(invocation),
  },
  halt: {
    usage: "[--undo | --status] [--json]",
    failure: "Failed to halt the agents",
    run: async (invocation) => (await import("./standstill.ts")).halt(invocation),
  },
  lease: {
    usage: "[--json] <session-id> [take | give | agent | shared | read-only | send [N] | drop [N] | edit N TEXT]",
    failure: "Failed to change who drives",
    run: async (invocation) => (await import("./lease.ts")).lease(invocation),
  },
  log: {
    usage: "[-n N] [--json] <id>",
    failure: "Failed to read who typed",
    run: async (invocation) => (await import("./typed-log.ts")).log(invocation),
  },
  recordings: {
    usage: "[--search TEXT] [filters] [--limit N] [--json] | delete <id>… [--json]",
    failure: "Failed to list or delete recordings",
    run: async (invocation) => (await import("./recordings.ts")).recordings(invocation),
  },
  replay: {
    usage: "[--speed N] [--idle-limit SECONDS] [--at TIME] <id>",
    failure: "Failed to replay",
    run: async (invocation) => (await import("./replay.ts")).replay(invocation),
  },
  export: {
    usage:
      "[--format FORMAT] [--at TIME | --from TIME --to TIME] [--drivers] [--theme dark|light] [-o FILE [--force] [--json]] <id>",
    failure: "Failed to export",
    run: async (invocation) => (await import("./export.ts")).exportSession(invocation),
  },
  eval: {
    usage: "run|resume|status|judge|stats|report|compare|import …",
    failure: "Failed to evaluate",
    run: async (invocation) => {
      const end = await (await import("../eval/eval.ts")).evaluate(invocation.program, invocation.args, invocation);
      if (end === "help") throw new HelpRequest();
      return end;
    },
  },
  open: {
    usage: "[--json] [session-id]",
    failure: "Failed to open",
    run: async (invocation) => (await import("./open.ts")).open(invocation),
  },
  serve: {
    usage: "[--port N] [--json]",
    failure: "Failed to serve",
    run: async (invocation) => (await import("./serve.ts")).serve(invocation),
  },
  demo: {
    usage: "[--json]",
    failure: "Failed to start the demo",
    run: async (invocation) => (await import("./demo-command.ts")).demo(invocation),
  },
  mcp: { usage: "", failure: "Failed to relay", run: async (invocation) => (await import("./mcp.ts")).runRelay(invocation) },
  connect: {
    usage: "[<client>] [--scope user|project] [--http] [--remove] [--yes | --print] [--json]",
    failure: "Failed to connect",
    run: async (invocation) => (await import("./connect/connect.ts")).connect(invocation),
  },
  skill: {
    usage: "[--install [directory]] [--json]",
    failure: "Failed to write the skill",
    run: async (invocation) => (await import("./skill.ts")).skill(invocation),
  },
  run: {
    usage: "[--timeout MS] [--json] <session-id> <command>...",
    failure: "Failed to run",
    // As `env`, `nohup` and `timeout` of coreutils say that the command was not run: 1 may be its own code.
    failureCode: 125,
    run: async (invocation) => (await import("./run-commands.ts")).run(invocation),
  },
  why: {
    usage: "[--wrong working|waiting|idle] [--json] <session-id> | --rules [--json] | --forget N",
    failure: "Failed to explain",
    run: async (invocation) => (await import("./attention-commands.ts")).why(invocation),
  },
  notify: {
    usage: "[--json] <session-id> <message>...",
    failure: "Failed to notify",
    run: async (invocation) => (await import("./attention-commands.ts")).notify(invocation),
  },
  share: {
    usage: "[--with NAME | --all] [--json] <session-id>",
    failure: "Failed to share",
    run: async (invocation) => (await import("./access-commands.ts")).share(invocation),
  },
  unshare: {
    usage: "[--with NAME] [--json] <session-id>",
    failure: "Failed to unshare",
    run: async (invocation) => (await import("./access-commands.ts")).unshare(invocation),
  },
  grant: {
    usage: "[<agent> observe|own|all [--once | --run | --always] | --revoke <agent>] [--json]",
    failure: "Failed to grant",
    run: async (invocation) => (await import("./grant.ts")).grant(invocation),
  },
  token: {
    usage: "create <name> [--tier observe|own|all] | list | revoke <name> [--json]",
    failure: "Failed",
    run: async (invocation) => (await import("./access-commands.ts")).token(invocation),
  },
  http: {
    usage: "[on | off] [--json]",
    failure: "Failed to switch",
    run: async (invocation) => (await import("./access-commands.ts")).http(invocation),
  },
  audit: {
    usage: "[-n N] [--client TEXT] [--method TEXT] [--session TEXT] [--refused] [--json]",
    failure: "Failed to read the audit",
    run: async (invocation) => (await import("./access-commands.ts")).audit(invocation),
  },
  version,
  "kill-server": killServer,
} as const satisfies Record<string, Command>;

export type CommandName = keyof typeof commands;

/** Other spellings: terminalcp has `--mcp` and `--server` as options. */
const ALIASES: Readonly<Record<string, CommandName>> = { "--mcp": "mcp", "--server": "serve" };

/** Runs the command that the arguments name. Prints its errors, and resolves with the exit code. */
export async function runCommand(
  program: string,
  args: readonly string[],
  { findPaths, hostScript }: { findPaths: () => Paths; hostScript: string },
): Promise<number> {
  const [word = "help", ...rest] = args;
  if (word === "help" || word === "--help" || word === "-h") return showHelp(program, rest[0]);
  // Scripts ask this of any program, whether it has a server or not.
  if (word === "--version") {
    print(`cotty ${VERSION}\n`);
    return 0;
  }
  const name = ALIASES[word] ?? word;
  if (!isCommand(name)) {
    printError(`Unknown command: ${word}\nRun '${program}' without arguments to see help\n`);
    return 1;
  }
  const command: Command = commands[name];
  try {
    const paths = findPaths();
    refuseUnsafeHome(paths);
    return await command.run({ paths, hostScript, program, command: name, calledAs: word, args: rest });
  } catch (error) {
    if (error instanceof HelpRequest) return showHelp(program, name);
    printError(describeFailure(error, { program, name, command }));
    return command.failureCode ?? 1;
  }
}

function isCommand(name: string): name is CommandName {
  return Object.hasOwn(commands, name);
}

type Failed = { readonly program: string; readonly name: string; readonly command: Command };

function describeFailure(error: unknown, { program, name, command }: Failed): string {
  if (error instanceof UsageError) {
    const complaint = error.message === "" ? "" : `${error.message}\n`;
    return `${complaint}Usage: ${program} ${name} ${command.usage}`.trimEnd() + "\n";
  }
  const prefix = command.failure === undefined ? "" : `${command.failure}: `;
  // `start` starts a host, so this comes from a host that is ending, and it says so.
  if (isNoHost(error) && name !== "start") return `${prefix}No server running\n`;
  if (error instanceof HostError && error.code === "version-mismatch") {
    const advice = `Please run '${program} kill-server' to stop the old server (this will terminate all managed processes).`;
    return `${prefix}Server version mismatch: ${error.message} ${advice}\n`;
  }
  return `${prefix}${errorInWords(error)}\n`;
}

async function showHelp(program: string, name: string | undefined): Promise<number> {
  const { printHelp } = await import("./help.ts");
  return printHelp(program, name, name !== undefined && isCommand(name) ? { name, usage: commands[name].usage } : undefined);
}
