import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { Patience } from "../../../electron/screens/pool/patience.ts";

const abortOf = (signal: AbortSignal): Promise<string> =>
  new Promise((resolve) => signal.addEventListener("abort", () => resolve("aborted"), { once: true }));

test("it ends after its time, although garbage is collected meanwhile", async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  using patience = new Patience(100, new AbortController().signal);
  const aborted = abortOf(patience.signal);
  const collecting = setInterval(collect, 20);
  expect(await aborted).toBe("aborted");
  clearInterval(collecting);
});

test("it ends with what it depends on, before or after it began", async () => {
  const stop = new AbortController();
  using patience = new Patience(60_000, stop.signal);
  const aborted = abortOf(patience.signal);
  stop.abort();
  expect(await aborted).toBe("aborted");
  using late = new Patience(60_000, stop.signal);
  expect(late.signal.aborted).toBe(true);
});
