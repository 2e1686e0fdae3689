/** Tells of agents that connect for the first time. One toast for all that wait, so that a crowd of them cannot cover the window. */
import type { KnownAgent } from "../../shared/protocol.ts";
import type { App } from "../state/app-context.ts";
import { askAboutAgents } from "./grant-actions.ts";
import { TIER_WORDS } from "./grant-words.ts";

const TOAST = "first contact";

/** Call once. */
export function startFirstContactToast(app: App): void {
  let told: ReadonlySet<string> = new Set();
  app.store.subscribe(({ agents }, before) => {
    if (agents === before.agents) return;
    // The bar tells of those that were refused something.
    const waiting = agents.filter(({ isNew, isConnected, wants }) => isNew && isConnected && wants === undefined);
    const news = waiting.filter(({ agent }) => !told.has(agent));
    told = new Set(waiting.map(({ agent }) => agent));
    if (waiting.length === 0) app.toasts.close(TOAST);
    else if (news.length > 0) app.toasts.add(toastOf(app, waiting));
  });
}

function toastOf(app: App, waiting: readonly KnownAgent[]): Parameters<App["toasts"]["add"]>[0] {
  const [first, ...others] = waiting;
  const isOne = first !== undefined && others.length === 0;
  return {
    id: TOAST,
    title: isOne ? `New agent: ${first.name}` : `${waiting.length} new agents`,
    description: isOne
      ? `${TIER_WORDS[first.tier]}.${first.folder === undefined ? "" : ` In ${first.folder}`}`
      : "They are listed under Connections.",
    actionProps: { children: isOne ? "What it may do…" : "What they may do…", onClick: () => askAboutAgents(app) },
  };
}
