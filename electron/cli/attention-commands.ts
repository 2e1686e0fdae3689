/** Commands about what a session needs from a person: why it is in its state, corrections of that, and messages. */
import type { AttentionRule } from "../../shared/protocol.ts";
import { placeOfRule } from "../../shared/rule-words.ts";
import { oneLine } from "../../shared/visible-unicode.ts";
import { connectOrStartHost, connectToHost, type Invocation, notFound } from "./command.ts";
import { onlyArgument, oneOf, refuseArguments, takeOptions, UsageError, wholeNumber } from "./options.ts";
import { print, printJson } from "./output.ts";

const CORRECTED = ["working", "waiting", "idle"] as const;

/** Prints the state of a session with its evidence, or corrects it, or lists and forgets the corrections. */
export async function why(invocation: Invocation): Promise<number> {
  const spec = { "--wrong": "value", "--rules": "flag", "--forget": "value", "--json": "flag" } as const;
  const { options, rest } = takeOptions(invocation.args, spec, "anywhere");
  const asJson = options["--json"] === true;
  const { "--forget": forgotten, "--wrong": corrected } = options;
  if (forgotten !== undefined) return forget(invocation, wholeNumber("--forget", forgotten, 1), { rest, asJson });
  if (options["--rules"]) return listRules(invocation, rest, asJson);
  const id = onlyArgument(rest);
  using client = await connectToHost(invocation);
  if (corrected !== undefined) {
    const state = oneOf("--wrong", CORRECTED, corrected);
    const rule = await client.request("session/correct", { id, state }).catch(notFound("Session", id));
    if (asJson) printJson(rule);
    else print(`From now on: ${describe(rule)}\n`);
    return 0;
  }
  const explanation = await client.request("session/why", { id }).catch(notFound("Session", id));
  if (asJson) {
    printJson(explanation);
    return 0;
  }
  const { state, reason, sinceMs, evidence, rule } = explanation;
  print(`${state} since ${new Date(sinceMs).toISOString()}: ${oneLine(reason)}\n`);
  for (const { source, says } of evidence) print(`  ${source}: ${oneLine(says)}\n`);
  if (rule) print(`  rule: ${describe(rule)}; '${invocation.program} why --forget ${rule.id}' removes it\n`);
  return 0;
}

async function listRules(invocation: Invocation, rest: readonly string[], asJson: boolean): Promise<number> {
  refuseArguments(rest);
  using client = await connectOrStartHost(invocation);
  const rules = await client.request("attention/rules", {});
  if (asJson) printJson(rules);
  else if (rules.length === 0) print("No rules\n");
  else for (const rule of rules) print(`${describe(rule)}\n`);
  return 0;
}

async function forget(
  invocation: Invocation,
  rule: number,
  { rest, asJson }: { rest: readonly string[]; asJson: boolean },
): Promise<number> {
  refuseArguments(rest);
  using client = await connectOrStartHost(invocation);
  await client.request("attention/forget", { rule });
  if (asJson) printJson({ forgotten: rule });
  else print(`Forgot rule ${rule}\n`);
  return 0;
}

function describe(rule: AttentionRule): string {
  return `${rule.id}: ${placeOfRule(rule)} is ${rule.state}`;
}

/** Leaves the user a message, which the window shows in its inbox. */
export async function notify(invocation: Invocation): Promise<number> {
  const { options, rest } = takeOptions(invocation.args, { "--json": "flag" }, "leading");
  const [id, ...words] = rest;
  if (id === undefined || words.length === 0) throw new UsageError("");
  const message = words.join(" ");
  using client = await connectToHost(invocation);
  await client.request("session/notify", { id, message }).catch(notFound("Session", id));
  if (options["--json"]) printJson({ id, message });
  return 0;
}
