import { onTestFinished } from "vitest";
import { createTransportPair, type Transport } from "../../shared/transport.ts";

/** Two transports joined back to back; they close when the test that asked for them is over. */
export function testTransportPair(): [Transport, Transport] {
  const pair = createTransportPair();
  onTestFinished(() => pair[0].close());
  return pair;
}
