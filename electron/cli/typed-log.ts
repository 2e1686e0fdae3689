/** `cotty log`: who typed what into a session, and when; of the past, too. */
import { exportPieces } from "../../shared/export-pieces.ts";
import type { RecordedInput } from "../../shared/recorded-input.ts";
import { oneLine } from "../../shared/visible-unicode.ts";
import { connectOrStartHost, type Invocation } from "./command.ts";
import { onlyArgument, takeOptions, wholeNumber } from "./options.ts";
import { print } from "./output.ts";

export async function log(invocation: Invocation): Promise<number> {
  const { options, rest } = takeOptions(invocation.args, { "-n": "value", "--json": "flag" } as const, "anywhere");
  const id = onlyArgument(rest);
  const count = options["-n"] === undefined ? undefined : wholeNumber("-n", options["-n"], 1);
  using client = await connectOrStartHost(invocation);
  const pieces = exportPieces(
    (from) => client.request("recording/inputs", { id, ...from }),
    (from) => client.request("export/cancel", { from }),
  );
  let text = "";
  for await (const piece of pieces) text += piece.text;
  const lines = text.split("\n").filter((line) => line !== "");
  for (const line of count === undefined ? lines : lines.slice(-count)) {
    print(options["--json"] ? `${line}\n` : `${describe(JSON.parse(line) as RecordedInput)}\n`);
  }
  return 0;
}

function describe({ atMs, name, kind, text }: RecordedInput): string {
  const who = name === "" ? "unknown" : `${name} (${kind})`;
  return `${new Date(atMs).toISOString()}  ${oneLine(who)}  ${oneLine(text)}`;
}
