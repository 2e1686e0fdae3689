/**
 * Works and listens to the keyboard at the same time, as watchers and
 * installers do: `WORD a+b` prints the partial line of that word, pauses, and
 * then tells the sum below it.
 */
import { setTimeout as sleep } from "node:timers/promises";

const PAUSE_MS = 1500;
const PARTIAL = { download: "Downloading 10%", test: "Testing (1/2)", check: "Checking: ", plain: "Working" };

async function handle(line) {
  const [word, a, b] = line.split(/[ +]/);
  process.stdout.write(PARTIAL[word] ?? "");
  await sleep(PAUSE_MS);
  process.stdout.write(` done\n${Number(a) + Number(b)}\nready> `);
}

process.stdout.write("ready> ");
process.stdin.setEncoding("utf8").on("data", (data) => void handle(data.trim()));
