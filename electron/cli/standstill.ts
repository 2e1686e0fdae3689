/** Commands that make things stand still: freeze and resume a session, and halt all agents. */
import { oneLine } from "../../shared/visible-unicode.ts";
import { connectOrStartHost, connectToHost, type Invocation, notFound } from "./command.ts";
import { onlyArgument, refuseArguments, takeOptions, UsageError } from "./options.ts";
import { print, printJson } from "./output.ts";

export async function freeze(invocation: Invocation): Promise<number> {
  return change(invocation, "session/freeze", "is frozen");
}

export async function resume(invocation: Invocation): Promise<number> {
  return change(invocation, "session/resume", "goes on");
}

async function change(invocation: Invocation, method: "session/freeze" | "session/resume", now: string): Promise<number> {
  const { options, rest } = takeOptions(invocation.args, { "--json": "flag" } as const, "anywhere");
  const id = onlyArgument(rest);
  using client = await connectToHost(invocation);
  await client.request(method, { id }).catch(notFound("Session", id));
  if (options["--json"]) printJson({ id, frozen: method === "session/freeze" });
  else print(`${oneLine(id)} ${now}\n`);
  return 0;
}

/** Takes from every agent the right to type, gives it back, or says how it stands. */
export async function halt(invocation: Invocation): Promise<number> {
  const spec = { "--undo": "flag", "--status": "flag", "--json": "flag" } as const;
  const { options, rest } = takeOptions(invocation.args, spec, "anywhere");
  refuseArguments(rest);
  if (options["--undo"] && options["--status"]) throw new UsageError("Use --undo or --status, not both");
  using client = await connectOrStartHost(invocation);
  const { halt: state } = await client.request("agents/halt", options["--status"] ? {} : { on: !options["--undo"] });
  if (options["--json"]) printJson({ halted: state ?? null });
  else if (!state) print("Agents may type\n");
  else print(`All agents are halted (${oneLine(state.by)}, ${new Date(state.sinceMs).toISOString()})\n`);
  return 0;
}
