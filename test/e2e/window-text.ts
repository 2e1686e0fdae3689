/**
 * What terminals and tiles show. The page that is tested is the one that is
 * released: nothing in it is there for tests.
 */
import type { Page } from "@playwright/test";

/** The rows of the live terminal of a session, as they stand in the page; empty when it is not open. */
export async function liveText(page: Page, id: string): Promise<string> {
  const rows = await page.locator(`[aria-label="Terminal of ${id}"] .xterm-rows > div`).allTextContents();
  return rows.map((row) => row.trimEnd()).join("\n");
}

/** The rows of a session's tile, as they are painted; empty when it is not shown. */
export async function tileText(page: Page, id: string): Promise<string> {
  const rows: readonly string[] = await page.evaluate(tileRows(id));
  return rows.join("\n");
}

/**
 * A script that asks the page's tiles for their rows: a canvas shows no text.
 * It finds the window's parts where React keeps the properties of the page's
 * component, as React's developer tools do.
 */
export function tileRows(id: string): string {
  return `(() => {
    const root = document.querySelector("#root") ?? {};
    const key = Object.keys(root).find((name) => name.startsWith("__reactContainer$"));
    let component = root[key]?.stateNode.current;
    while (component && !component.memoizedProps?.app) component = component.child;
    return component ? component.memoizedProps.app.tiles.text(${JSON.stringify(id)}) : [];
  })()`;
}
