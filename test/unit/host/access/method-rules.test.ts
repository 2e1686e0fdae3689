/** A8: who may call what. The table below is written out, so that a change of a tier has to be meant. */
import { describe, expect, test } from "vitest";
import { checkTier, METHOD_RULES } from "../../../../electron/host/access/method-rules.ts";
import { type Method, methods, Tier } from "../../../../shared/protocol.ts";

type Ruled = Exclude<Method, "host/hello">;

/** By lowest tier: everything above it may, too. */
const EXPECTED: Readonly<Record<Tier, readonly Ruled[]>> = {
  observe: [
    "host/watch",
    "mcp/open",
    "session/attach",
    "session/detach",
    "session/export",
    "session/inputs",
    "session/list",
    "session/read",
    "session/screen",
    "session/changes",
    "session/search",
    "session/wait",
    "tiles/subscribe",
  ],
  own: [
    "lease/acquire",
    "lease/release",
    "session/create",
    "session/kill",
    "session/resize",
    "session/steps",
    "session/stop",
    "session/stop-all",
    "session/write",
  ],
  all: ["host/info"],
  admin: [
    "host/shutdown",
    "http/switch",
    "session/share",
    "session/unshare",
    "token/create",
    "token/list",
    "token/revoke",
    "window/open",
    "window/provide",
    "window/show",
  ],
};
const ruled = Object.keys(methods).filter((method): method is Ruled => method !== "host/hello");
const cells = Tier.options.flatMap((tier) => ruled.map((method) => ({ tier, method })));

test("A8 every method has a row, here and there", () => {
  expect(Object.keys(METHOD_RULES).sort()).toEqual([...ruled].sort());
  expect(Object.values(EXPECTED).flat().sort()).toEqual([...ruled].sort());
});

describe("A8 tier × method", () => {
  test.each(cells)("A8 $tier, $method", ({ tier, method }) => {
    const needed = Tier.options.findIndex((candidate) => EXPECTED[candidate].includes(method));
    const allowed = Tier.options.indexOf(tier) >= needed;
    const check = (): void => checkTier({ id: "agent", name: "Agent", tier }, method);
    if (allowed) expect(check).not.toThrow();
    else expect(check).toThrow(expect.objectContaining({ code: "forbidden" }));
  });
});

test("A8 what a method that takes no effect may be called with is no more than reading", () => {
  const reading = ruled.filter((method) => !METHOD_RULES[method].effect);
  expect(reading.filter((method) => METHOD_RULES[method].tier === "own")).toEqual([]);
  expect(EXPECTED.observe.filter((method) => METHOD_RULES[method].effect)).toEqual([]);
});

test("A8 a refusal says what it takes and who can help", () => {
  const agent = { id: "agent", name: "Agent", tier: "observe" } as const;
  expect(() => checkTier(agent, "session/write")).toThrow(
    "session/write is not for you: it takes tier 'own', yours is 'observe'. Ask the user for a token of tier 'own' if you need it",
  );
  expect(() => checkTier(agent, "host/shutdown")).toThrow("Only the user does that");
});
