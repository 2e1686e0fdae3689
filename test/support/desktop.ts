/** Launches the built desktop app in a home of its own, and answers what it asks. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { _electron, type ElectronApplication, type Page } from "@playwright/test";
import type { Home } from "./home.ts";

export type Desktop = AsyncDisposable & { readonly app: ElectronApplication; readonly page: Page };

/** Chromium refuses to run as root, as in a container, with its sandbox on. */
function appArguments(args: readonly string[]): string[] {
  return [...(process.getuid?.() === 0 ? ["--no-sandbox"] : []), resolve(import.meta.dirname, "../.."), ...args];
}

export async function launchDesktop(home: Home, executablePath: string, args: readonly string[] = []): Promise<Desktop> {
  const app = await _electron.launch({
    executablePath,
    args: appArguments(args),
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

/** Starts the app where it runs already; resolves with its exit code. */
export async function startAgain(home: Home, executable: string, args: readonly string[] = []): Promise<number | null> {
  const child = spawn(executable, appArguments(args), { cwd: home.root, env: home.env, stdio: "ignore" });
  const [code] = (await once(child, "exit")) as [number | null];
  return code;
}

export type Question = { readonly message: string; readonly detail?: string; readonly buttons?: readonly string[] };

/** What the app asked and opened since `answerDialogs`. */
type Asked = { __asked: Question[]; __opened: string[] };

/**
 * Answers message boxes with these buttons, by number and in turn (the last
 * again and again), and keeps links from reaching a browser.
 */
export async function answerDialogs(
  app: ElectronApplication,
  answers: readonly { response: number; checkboxChecked?: boolean }[],
): Promise<void> {
  await app.evaluate(({ dialog, shell }, given) => {
    const state = globalThis as unknown as Asked;
    state.__asked = [];
    state.__opened = [];
    const queue = [...given];
    const answer = (...args: unknown[]): Promise<Electron.MessageBoxReturnValue> => {
      state.__asked.push(args.at(-1) as Question);
      const next = (queue.length > 1 ? queue.shift() : queue[0]) ?? { response: -1 };
      return Promise.resolve({ checkboxChecked: false, ...next });
    };
    dialog.showMessageBox = answer;
    shell.openExternal = (url) => Promise.resolve(void state.__opened.push(url));
  }, answers);
}

export function questions(app: ElectronApplication): Promise<Question[]> {
  return app.evaluate(() =>
    (globalThis as unknown as Asked).__asked.map(({ message, detail, buttons }) => ({ message, detail, buttons }) as Question),
  );
}

export function openedLinks(app: ElectronApplication): Promise<string[]> {
  return app.evaluate(() => (globalThis as unknown as Asked).__opened);
}

/** Chooses an item of the app's menu, as a click would. */
export async function chooseMenu(app: ElectronApplication, id: string): Promise<void> {
  await app.evaluate(({ Menu }, wanted) => {
    const item = Menu.getApplicationMenu()?.getMenuItemById(wanted);
    if (!item) throw new Error(`The menu has no item ${wanted}`);
    item.click();
  }, id);
}

/** A click on the window's close button. */
export async function closeWindow(app: ElectronApplication): Promise<void> {
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
}

export function isVisible(app: ElectronApplication): Promise<boolean> {
  return app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible() ?? false);
}

/** The app has ended; resolves with its exit code. */
export async function ended(app: ElectronApplication): Promise<number | null> {
  const child = app.process();
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  return child.exitCode;
}
