/** What terminals and tiles show. They show no text to the page; the window offers it to tests. */
import type { Page } from "@playwright/test";

/** The part of renderer/test-hook.ts that is used here. */
type Hooked = {
  readonly __test?: {
    readonly live: (id: string) => readonly string[];
    readonly tile: (id: string) => Promise<readonly string[]>;
  };
};

export async function tileText(page: Page, id: string): Promise<string> {
  const rows = await page.evaluate((session) => (globalThis as Hooked).__test?.tile(session), id);
  return rows?.join("\n") ?? "";
}

export async function liveText(page: Page, id: string): Promise<string> {
  const rows = await page.evaluate((session) => (globalThis as Hooked).__test?.live(session), id);
  return rows?.join("\n") ?? "";
}
