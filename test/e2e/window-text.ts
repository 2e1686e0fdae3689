/** What terminals and tiles show. They show no text to the page; the window offers it to tests. */
import type { Page } from "@playwright/test";
import type {} from "../../renderer/test-hook.ts";

export async function tileText(page: Page, id: string): Promise<string> {
  return page.evaluate(async (session) => (await window.__test?.tile(session))?.join("\n") ?? "", id);
}

export async function liveText(page: Page, id: string): Promise<string> {
  return page.evaluate((session) => window.__test?.live(session).join("\n") ?? "", id);
}
