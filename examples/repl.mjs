/**
 * Drives a Python REPL. Each call types one line, waits for the prompt, and answers
 * with only the new text. Run it with `node examples/repl.mjs`, and watch it in
 * Cotty.
 */
import { connect, HostError } from "cotty";

const PROMPT = />>> $/;

const cotty = await connect({ name: "repl example" });
try {
  const python = await cotty.start(["python3", "-i", "-q"], { wait: PROMPT });
  for (const line of ["6 * 7", "sum(range(101))", "[n * n for n in range(5)]"]) {
    const { text } = await python.write([line, { key: "Enter" }], { wait: PROMPT });
    console.log(`${line} → ${text.split("\n")[0]}`);
  }
  await python.stop();
} catch (error) {
  // A person may have taken the keyboard. Then the program must not type.
  if (!(error instanceof HostError) || error.code !== "lease-held") throw error;
  console.error(error.message);
} finally {
  await cotty.close();
}
