/** Launches the built desktop app in a home of its own. */
import { resolve } from "node:path";
import { _electron, type ElectronApplication, type Page } from "@playwright/test";
import type { Home } from "./home.ts";

export type Desktop = AsyncDisposable & { readonly app: ElectronApplication; readonly page: Page };

export async function launchDesktop(home: Home, executablePath: string): Promise<Desktop> {
  const app = await _electron.launch({
    executablePath,
    // Chromium refuses to run as root, as in a container, with its sandbox on.
    args: [...(process.getuid?.() === 0 ? ["--no-sandbox"] : []), resolve(import.meta.dirname, "../..")],
    cwd: home.root,
    env: home.env,
    // Otherwise Playwright forces the light theme.
    colorScheme: null,
  });
  const page = await app.firstWindow();
  await page.waitForURL(/index\.html\?desktop$/);
  return {
    app,
    page,
    async [Symbol.asyncDispose]() {
      await app.close();
    },
  };
}
