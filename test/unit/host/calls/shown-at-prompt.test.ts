/** Whether somebody has typed at a shell's prompt, by what the screen shows there from one look to the next. */
import { expect, it } from "vitest";
import { hasTypedAhead } from "../../../../electron/host/calls/shown-at-prompt.ts";

type Arguments = Parameters<typeof hasTypedAhead>;

/** A shell at its prompt since moment 10, into which `q` was typed at `typedAt`, both in one millisecond. Each look finds the next of `looks` there, and the last one again. */
function shell(typedAt: number, looks: (boolean | undefined)[]): Arguments {
  const session = {
    inputs: [{ atMs: 10, at: typedAt, shown: { recordable: "q" } }],
    drain: () => true,
    recent: () => "$ ",
    screen: { ask: async () => ({ isThere: looks.length > 1 ? looks.shift() : looks[0] }) },
  };
  return [session, { state: { kind: "prompt", from: 0, to: 2, at: 10, status: 0 } }] as unknown as Arguments;
}

it("a job's line at the prompt is not what somebody has typed, though its end comes a moment later", async () => {
  expect(await hasTypedAhead(...shell(5, [true, true, true, undefined]))).toBe(false);
  expect(await hasTypedAhead(...shell(5, [true, true])), "typed ahead").toBe(true);
  expect(await hasTypedAhead(...shell(20, [true])), "typed at the prompt").toBe(true);
});

it("a key that a program got just before the prompt came was not typed at that", async () => {
  expect(await hasTypedAhead(...shell(9.9, [false]))).toBe(false);
  expect(await hasTypedAhead(...shell(9.9, [undefined])), "below a job's line").toBe(false);
  expect(await hasTypedAhead(...shell(10.1, [undefined])), "typed at the prompt").toBe(true);
});
