/** Which @xterm/headless is installed. */
import { createRequire } from "node:module";

/** The version that its own package.json names; undefined where that cannot be found. */
export function emulatorVersion(): string | undefined {
  try {
    return (createRequire(import.meta.url)("@xterm/headless/package.json") as { version: string }).version;
  } catch {
    return undefined;
  }
}
