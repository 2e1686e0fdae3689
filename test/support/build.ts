/** Integration tests run the built program, so it is built first, once. */
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";

export default function build(): void {
  const root = resolve(import.meta.dirname, "../..");
  const result = spawnSync("npm", ["run", "--silent", "build"], { cwd: root, encoding: "utf8" });
  if (result.status !== 0) throw new Error(`The build failed:\n${result.stdout}\n${result.stderr}`);
}
