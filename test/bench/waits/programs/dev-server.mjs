/** A development server: shows its keys once and no prompt at all; `r` restarts it. */
import { setTimeout as sleep } from "node:timers/promises";

let starts = 0;

async function start() {
  console.log("\n  starting");
  await sleep(700);
  console.log(`\n  ready in ${++starts * 1111} ms\n\n  ➜  Local:   http://localhost/\n  ➜  press h + enter to show help`);
}

process.stdin.setRawMode(true);
process.stdin.on("data", (key) => (key.toString() === "q" ? process.exit() : void start()));
await start();
