/** `cotty connect other`: what a client that Cotty does not know needs in its configuration. */
import { usualEntry } from "../../connect/server-entry.ts";
import type { Invocation } from "../command.ts";
import { print } from "../output.ts";
import { installedBy } from "./installed-by.ts";

/** Prints the entry in the form that most clients have; with `asJson`, nothing else. Returns the exit code. */
export function printSnippet(invocation: Invocation, { isHttp, asJson }: { isHttp: boolean; asJson: boolean }): number {
  const { program } = invocation;
  print(`${JSON.stringify(usualEntry(installedBy(invocation), isHttp), null, 2)}\n`);
  if (asJson) return 0;
  if (isHttp) {
    print(`\n'${program} token create NAME' prints the token, once. '${program} http on' switches MCP over HTTP on.\n`);
    print("Only you should be able to read a file that holds the token.\n");
  } else {
    print("\nClients differ in the name of the outer key. What counts is the program that they start.\n");
  }
  return 0;
}
