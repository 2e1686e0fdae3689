import { describe, expect, test } from "vitest";
import { DetachKey, isPassive } from "../../../electron/cli/detach-key.ts";

describe("the detach key", () => {
  test("once waits for a second one; twice sends one", () => {
    const key = new DetachKey();
    expect(key.push("ab\x02")).toEqual({ send: "ab", detach: false });
    expect(key.isPending).toBe(true);
    expect(key.push("\x02cd")).toEqual({ send: "\x02cd", detach: false });
    expect(key.isPending).toBe(false);
    expect(key.push("\x02\x02\x02\x02")).toEqual({ send: "\x02\x02", detach: false });
  });

  test("followed by anything else it detaches, and nothing more is sent", () => {
    expect(new DetachKey().push("x\x02d")).toEqual({ send: "x", detach: true });
  });

  test("is known in the keyboard protocols that programs switch on", () => {
    for (const spelled of ["\x1b[98;5u", "\x1b[98;5:1u", "\x1b[27;5;98~"]) {
      const key = new DetachKey();
      expect(key.push(spelled)).toEqual({ send: "", detach: false });
      expect(key.isPending).toBe(true);
      expect(key.push(spelled)).toEqual({ send: spelled, detach: false });
    }
  });
});

test("focus and bare mouse movement are not typing; clicks, wheel and keys are", () => {
  for (const text of ["\x1b[I", "\x1b[O", "\x1b[<35;10;20M", "\x1b[<39;1;1M\x1b[<35;1;2M", "\x1b[MC!!"])
    expect(isPassive(text)).toBe(true);
  for (const text of ["\x1b[<0;1;1M", "\x1b[<64;1;1M", "\x1b[A", "a", "\x1b[Ia", "\x1b[M !!"])
    expect(isPassive(text)).toBe(false);
});
