/** `cotty secret`: a person gives a program the password that it asks for, or an agent's shell asks for one. */
import type { Client } from "../../shared/client.ts";
import { HostError } from "../../shared/errors.ts";
import type { SecretEnd } from "../../shared/protocol.ts";
import { oneLine } from "../../shared/visible-unicode.ts";
import { type Command, connectToHost, notFound } from "./command.ts";
import { takeOptions, timeoutOf, UsageError } from "./options.ts";
import { printError, printJson, printText } from "./output.ts";
import { TIMED_OUT } from "./wait-outcome.ts";
import { readHiddenLine } from "./hidden-line.ts";

/** A person may be away from the desk. */
const DEFAULT_ASK_MS = 120_000;

const WITHOUT_SECRET: Readonly<Record<Exclude<SecretEnd, "sent" | "typed">, string>> = {
  declined: "The person said no",
  timeout: "Nobody has answered",
  gone: "The program has stopped asking",
  cancelled: "Cancelled",
};

export const secret: Command["run"] = async (invocation) => {
  const spec = { "--ask": "value", "--decline": "flag", "--timeout": "value", "--json": "flag" } as const;
  const { options, rest } = takeOptions(invocation.args, spec, "anywhere");
  const [id, ...more] = rest;
  const purpose = options["--ask"];
  if (id === undefined || more.length > 0 || (purpose !== undefined && options["--decline"])) throw new UsageError("");
  if (options["--timeout"] !== undefined && purpose === undefined) throw new UsageError("--timeout needs --ask");
  using client = await connectToHost(invocation);
  if (purpose !== undefined) {
    const timeoutMs = options["--timeout"] === undefined ? DEFAULT_ASK_MS : timeoutOf(options["--timeout"]);
    return await ask(client, { id, purpose, timeoutMs, asJson: options["--json"] ?? false });
  }
  if (options["--decline"]) await client.request("secret/decline", { id }).catch(notFound("Session", id));
  else await send(client, id);
  if (options["--json"]) printJson({ id });
  return 0;
};

type Asking = { readonly id: string; readonly purpose: string; readonly timeoutMs: number; readonly asJson: boolean };

async function ask(client: Client, { id, asJson, ...request }: Asking): Promise<number> {
  const result = await client.request("secret/ask", { id, ...request }).catch(notFound("Session", id));
  const { end, wait } = result;
  if (asJson) printJson(result);
  else if (wait) printText(wait.text);
  if (end === "sent" || end === "typed") return 0;
  if (!asJson) printError(`${WITHOUT_SECRET[end]}\n`);
  return end === "timeout" ? TIMED_OUT : 1;
}

/** What is piped in is the secret, as for `docker login --password-stdin`; else a person is asked, and it does not show. */
async function send(client: Client, id: string): Promise<void> {
  const session = (await client.request("session/list", {})).find((one) => one.id === id);
  if (session && !session.hiddenInput) {
    throw new HostError("no-secret", `The program in ${oneLine(id)} reads no hidden input now, so what is typed would show`);
  }
  const asked = session?.hiddenInput?.asked;
  const what = asked ? `${oneLine(asked.by)} asks for: ${oneLine(asked.purpose)}` : oneLine(session?.lastLine ?? "");
  const text = await readHiddenLine(`${what}\nFor ${oneLine(id)}, not shown to agents and not recorded: `);
  await client.request("secret/send", { id, secret: text }).catch(notFound("Session", id));
}
