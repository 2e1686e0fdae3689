import type { Toast } from "@base-ui/react/toast";
import { expect, test } from "vitest";
import { startFirstContactToast } from "../../../renderer/grants/first-contact-toast.ts";
import type { App } from "../../../renderer/state/app-context.ts";
import { createAppStore } from "../../../renderer/state/store.ts";
import { DEFAULT_SETTINGS } from "../../../renderer/state/window-settings.ts";
import type { KnownAgent } from "../../../shared/protocol.ts";

const agentOf = (name: string, more: Partial<KnownAgent> = {}): KnownAgent => ({
  ...{ agent: `agent of ${name}`, name, tier: "own", hasToken: false, isConnected: true, isNew: true, isPassing: false },
  ...more,
});

function setUp(): { see: (...agents: KnownAgent[]) => void; shown: Map<string, string>; added: () => number } {
  const shown = new Map<string, string>();
  let count = 0;
  const toasts: Pick<ReturnType<typeof Toast.createToastManager>, "add" | "close"> = {
    add: ({ id = "", title }) => {
      count++;
      shown.set(id, title as string);
      return id;
    },
    close: (id) => void shown.delete(String(id)),
  };
  const store = createAppStore(DEFAULT_SETTINGS);
  startFirstContactToast({ store, toasts } as unknown as App);
  return { see: (...agents) => store.setState({ agents }), shown, added: () => count };
}

test("a new agent is told of once, until somebody has answered", () => {
  const { see, shown, added } = setUp();
  see(agentOf("A"));
  see(agentOf("A", { folder: "/tmp" }));
  expect([[...shown.values()], added()]).toEqual([["New agent: A"], 1]);
  see(agentOf("A", { isNew: false }));
  expect(shown.size).toBe(0);
});

test("who is gone, is known, or has the bar to itself is not told of", () => {
  const { see, added } = setUp();
  see(agentOf("gone", { isConnected: false }), agentOf("known", { isNew: false }), agentOf("refused", { wants: "own" }));
  expect(added()).toBe(0);
});

test("A18 a crowd of new agents has one toast", () => {
  const { see, shown } = setUp();
  const crowd = Array.from({ length: 100 }, (_, n) => agentOf(`crowd ${n}`));
  for (let n = 1; n <= 100; n++) see(...crowd.slice(0, n));
  expect([...shown.values()]).toEqual(["100 new agents"]);
});
