import { dirname, join } from "node:path";
import type { Installed } from "../../connect/server-entry.ts";
import type { Invocation } from "../command.ts";

/** The installation that a command belongs to. */
export function installedBy({ paths, hostScript }: Invocation): Installed {
  return { paths, commandScript: join(dirname(hostScript), "../../bin/cotty.js") };
}
