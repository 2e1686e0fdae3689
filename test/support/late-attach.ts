/** A viewer that comes late must see what one who was there all along sees. */
import { expect } from "vitest";
import { Screen } from "../../electron/screens/worker/screen.ts";
import { Random } from "./random.ts";
import { hasLooseAttributes, stateOf, waitsAfterErasedCell } from "./screen-state.ts";

export type Recorded = { readonly output: string; readonly size: { readonly cols: number; readonly rows: number } };

/**
 * Attaches at `count` random moments: equal right after, and equal at the end.
 * Returns how many of the moments were in a full-screen program.
 */
export function expectLateAttachesToBeExact({ output, size }: Recorded, count: number): number {
  const random = new Random(output.length);
  const cuts = Array.from({ length: count }, () => random.int(0, output.length)).sort((a, b) => a - b);
  using whole = new Screen(size);
  whole.write(output);
  const end = JSON.stringify(stateOf(whole.terminal));
  using live = new Screen(size);
  // Each takes the snapshot over whatever it showed before, as in a resync.
  using late = new Screen(size);
  let alternate = 0;
  for (const [index, cut] of cuts.entries()) {
    live.write(output.slice(cuts[index - 1] ?? 0, cut));
    const { screen, offset } = live.snapshot();
    late.write(screen, true);
    if (live.terminal.buffer.active.type === "alternate") alternate++;
    // None of the known exceptions comes up with real programs.
    expect([waitsAfterErasedCell(live.terminal), hasLooseAttributes(live.terminal)]).toEqual([false, false]);
    const [expected, got] = [stateOf(live.terminal), stateOf(late.terminal)];
    if (JSON.stringify(got) !== JSON.stringify(expected)) expect(got, `at ${cut}`).toEqual(expected);
    expect(late.state()).toEqual({ ...live.state(), bells: late.state().bells });
    late.write(output.slice(offset));
    if (JSON.stringify(stateOf(late.terminal)) !== end)
      expect(stateOf(late.terminal), `the end, from ${cut}`).toEqual(stateOf(whole.terminal));
  }
  return alternate;
}
