/** A screen redone with every few characters, in a terminal as large as a wall: its worker must be heard of in between. */
import { expect, test } from "vitest";
import { AnswersInSteps } from "../../../electron/screens/worker/answers-in-steps.ts";
import { Screen } from "../../../electron/screens/worker/screen.ts";
import { ScrollbackPacker } from "../../../electron/screens/worker/scrollback-packer.ts";
import { ServedScreen } from "../../../electron/screens/worker/served-screen.ts";

const SIZE = { cols: 500, rows: 200 };
/** It takes half a second. With slices of the same length for all screens, it took four; a worker is stuck after five. */
const WITHIN_MS = 2000;

test.each(["\x1b[99999S", "\x1b[99999M", "\x1b[1J"])("T2 the first slice of a flood of %j", (sequence) => {
  using screen = new Screen(SIZE);
  const thread = { send: () => {}, packer: new ScrollbackPacker(), answers: new AnswersInSteps(), onClose: () => {} };
  const served = new ServedScreen(1, screen, thread);
  const serve = (text: string): number => {
    const began = performance.now();
    served.serve({ kind: "write", screen: 1, text, replay: false }, began);
    return performance.now() - began;
  };
  // Slices become longer while they are quick.
  for (let slice = 0; slice < 300; slice++) serve("\x1b[31mquick\x1b[m output\r\n".repeat(1000));
  expect(serve(sequence.repeat(8000))).toBeLessThan(WITHIN_MS);
});
