/** `cotty demo`: starts the demo in the host, and a host if none runs. */
import { oneLine } from "../../shared/visible-unicode.ts";
import { connectOrStartHost, type Invocation } from "./command.ts";
import { refuseArguments, takeOptions } from "./options.ts";
import { print, printJson } from "./output.ts";

export async function demo(invocation: Invocation): Promise<number> {
  const { options, rest } = takeOptions(invocation.args, { "--json": "flag" }, "anywhere");
  refuseArguments(rest);
  using client = await connectOrStartHost(invocation);
  const { sessions } = await client.request("demo/start", {});
  if (options["--json"]) printJson({ sessions });
  else
    print(
      `Started: ${sessions.map((id) => oneLine(id)).join(", ")}\n'${invocation.program} open' shows them, '${invocation.program} stop ID' ends one\n`,
    );
  return 0;
}
