/** A question of Node's readline that ends as few prompts do; answers with the sum of what was typed. */
import { createInterface } from "node:readline/promises";
import { setTimeout as sleep } from "node:timers/promises";

const lines = createInterface({ input: process.stdin, output: process.stdout });
for (;;) {
  const answer = await lines.question(process.argv[2] ?? "Which ones › ");
  await sleep(500);
  console.log((answer.match(/\d+/g) ?? []).reduce((sum, digits) => sum + Number(digits), 0));
}
