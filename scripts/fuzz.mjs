/**
 * `npm run fuzz [minutes] [seed]`: hostile output in five sessions beside one
 * that minds its own business, for as long as you like. It prints its seed, what it
 * counted and what it measured, fails when a goal is missed, and leaves nothing running.
 */
import { prepare } from "./prepare.mjs";
import { bin } from "./run.mjs";

const [minutes = 5, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number);
if (!(minutes > 0) || !Number.isInteger(seed)) {
  console.error("Usage: npm run fuzz [-- minutes [seed]]");
  process.exit(2);
}
prepare();
console.log(`npm run fuzz -- ${minutes} ${seed}`);
const env = { ...process.env, COTTY_FUZZ_MINUTES: String(minutes), COTTY_FUZZ_SEED: String(seed) };
process.exitCode = bin("vitest", ["run", "--project", "fuzz"], { env }) ? 0 : 1;
