/** What the app does beside its window: links out of it, menus, tray, badge and notifications. */
import { type ElectronApplication, expect, type Page, test } from "@playwright/test";
import { cottyOk } from "../support/cotty.ts";
import { answerDialogs, chooseMenu, launchDesktop, openedLinks, questions } from "../support/desktop.ts";
import { createHome, type Home } from "../support/home.ts";
import { findElectron } from "../support/programs.ts";
import { liveText } from "./window-text.ts";

const electron = findElectron();
const executable = "missing" in electron ? "" : electron.executable;
test.skip("missing" in electron, "missing" in electron ? electron.missing : "");

const OPEN = 0;
const CANCEL = 1;

const strip = (page: Page): ReturnType<Page["getByRole"]> => page.getByRole("region", { name: "Who drives" });

/** What a person would click outside the window: the stand-in for Electron hands it out, Electron itself does not. */
type Desktop = {
  readonly live?: {
    readonly trays: readonly { readonly _menu: Electron.Menu }[];
    readonly notifications: readonly (Electron.Notification & { readonly title: string; readonly body: string })[];
  };
};

/** Skips where the system's own tray and notifications are: no test can see or click those. */
async function needsStandIn(app: ElectronApplication): Promise<void> {
  const isStandIn = await app.evaluate((main) => "live" in main);
  test.skip(!isStandIn, "Electron offers no way to see its tray and notifications");
}

async function openLinks(home: Home, page: Page, lines: readonly string[]): Promise<void> {
  await cottyOk(home, ["start", "links", `printf '%b' '${lines.join("\\r\\n")}\\r\\n'; cat`]);
  await page.getByRole("button", { name: "Open links" }).click();
  await expect.poll(() => liveText(page, "links")).not.toBe("");
}

/** Moves the pointer into a row of the live terminal, where links are looked for; tells where that is. */
async function pointAt(page: Page, row: number, column: number): Promise<{ x: number; y: number }> {
  const box = await page.locator(".xterm-screen").boundingBox();
  if (!box) throw new Error("No live terminal");
  const x = box.x + (box.width / 80) * (column + 0.5);
  const y = box.y + (box.height / 24) * (row + 0.5);
  await page.mouse.move(x + 3, y);
  await page.mouse.move(x, y);
  return { x, y };
}

/** Ctrl-clicks a link, once the terminal has found it. */
async function followLink(page: Page, row: number, column: number): Promise<void> {
  await expect
    .poll(async () => {
      await pointAt(page, row, column);
      return page.locator(".xterm-cursor-pointer").count();
    })
    .toBe(1);
  await ctrlClick(page, row, column);
}

async function ctrlClick(page: Page, row: number, column: number): Promise<void> {
  const { x, y } = await pointAt(page, row, column);
  await page.keyboard.down("Control");
  await page.mouse.click(x, y);
  await page.keyboard.up("Control");
}

test("E6 links in a live terminal: the real host is shown, and only a yes opens it", async () => {
  await using home = createHome();
  await using desktop = await launchDesktop(home, executable);
  const { app, page } = desktop;
  await answerDialogs(app, [{ response: CANCEL }, { response: OPEN }]);
  const hidden = String.raw`\033]8;;https://\xd0\xb0\xd1\x80\xd1\x80\xd3\x8f\xd0\xb5.com/login\033\\apple.com\033]8;;\033\\`;
  await openLinks(home, page, ["https://example.com/found", hidden]);
  await followLink(page, 1, 3);
  await expect
    .poll(async () => (await questions(app)).map(({ message }) => message))
    .toEqual(["Open xn--80ak6aa92e.com in your browser?"]);
  expect(await openedLinks(app)).toEqual([]);
  // Not at once after a question: what is asked then is dropped.
  await expect
    .poll(async () => {
      await followLink(page, 0, 3);
      return openedLinks(app);
    })
    .toEqual(["https://example.com/found"]);
});

test("E6 what is not the web is not asked about, from a program or from the page itself", async () => {
  await using home = createHome();
  await using desktop = await launchDesktop(home, executable);
  const { app, page } = desktop;
  await answerDialogs(app, [{ response: OPEN }]);
  const hidden = ["file:///etc/passwd", "javascript:alert(1)", "ms-settings:x", "https://a@b.example/"];
  await openLinks(home, page, [
    ...hidden.map((url) => String.raw`\033]8;;${url}\033\\here\033]8;;\033\\`),
    "https://ok.example/",
  ]);
  for (const row of hidden.keys()) await ctrlClick(page, row, 1);
  await page.evaluate(
    (urls) => urls.forEach((url) => window.open(url, "_blank", "noopener")),
    [...hidden, "data:text/html,x", "smb://host/share", `https://x.example/${"a".repeat(10_000)}`],
  );
  // The one that may be followed shows that the others had their chance.
  await followLink(page, hidden.length, 3);
  await expect.poll(() => openedLinks(app)).toEqual(["https://ok.example/"]);
  expect((await questions(app)).map(({ message }) => message)).toEqual(["Open ok.example in your browser?"]);
});

test("E3 the main process listens to nothing that a page could call", async () => {
  await using home = createHome();
  await using desktop = await launchDesktop(home, executable);
  const names = await desktop.app.evaluate(({ ipcMain, BrowserWindow }) => [
    ...ipcMain.eventNames(),
    ...BrowserWindow.getAllWindows().flatMap(({ webContents }) => webContents.ipc.eventNames()),
  ]);
  // Electron's own, against an uncaught error.
  expect(names.filter((name) => name !== "error")).toEqual([]);
});

test("the menus run the window's commands, and bring the window up for it", async () => {
  await using home = createHome();
  await using desktop = await launchDesktop(home, executable);
  const { app, page } = desktop;
  await expect(page.getByRole("button", { name: "New session" }).first()).toBeVisible();
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
  await chooseMenu(app, "new-session");
  await expect(page.getByRole("dialog", { name: "New session" })).toBeVisible();
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible())).toBe(true);
  // A dialog is answered first, as with keys. What comes after the command, on the same way, tells that it has arrived.
  await chooseMenu(app, "shortcuts");
  await cottyOk(home, ["start", "one", "cat"]);
  await cottyOk(home, ["open", "one"]);
  await expect(page.getByRole("region", { name: "Who drives", includeHidden: true })).toBeVisible();
  await expect(page.getByRole("dialog", { name: "New session" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await chooseMenu(app, "overview");
  await chooseMenu(app, "shortcuts");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await page.keyboard.press("Escape");
  await cottyOk(home, ["start", "two", "cat"]);
  await expect(page.getByRole("article", { name: "two" })).toBeVisible();
  await chooseMenu(app, "next-session");
  await expect(strip(page)).toBeVisible();
  await chooseMenu(app, "overview");
  await expect(strip(page)).toBeHidden();
  await chooseMenu(app, "list");
  await expect(page.getByRole("button", { name: "Show as grid" })).toBeVisible();
});

const trayLabels = (app: ElectronApplication): Promise<string[]> =>
  app.evaluate((main) => (main as unknown as Desktop).live?.trays[0]?._menu.items.map(({ label }) => label) ?? []);

const notices = (app: ElectronApplication): Promise<{ title: string; body: string }[]> =>
  app.evaluate((main) => (main as unknown as Desktop).live?.notifications.map(({ title, body }) => ({ title, body })) ?? []);

test("tray, badge and notification tell of a session that needs somebody; a click shows it", async () => {
  await using home = createHome();
  await using desktop = await launchDesktop(home, executable);
  const { app, page } = desktop;
  await needsStandIn(app);
  await expect.poll(() => trayLabels(app)).toContain("0 running");
  await cottyOk(home, ["start", "calm", "cat"]);
  await cottyOk(home, ["start", "apt", "printf 'Do you want to continue? [Y/n] '; cat"]);
  await expect
    .poll(() => trayLabels(app))
    .toEqual(
      expect.arrayContaining(["2 running, 1 needs you", "apt: asks: Do you want to continue? [Y/n]", "Quit (ends 2 sessions)"]),
    );
  await expect.poll(() => app.evaluate(({ app: main }) => main.getBadgeCount())).toBe(1);
  await expect.poll(() => notices(app)).toEqual([{ title: "apt needs you", body: "asks: Do you want to continue? [Y/n]" }]);
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
  await app.evaluate((main) => (main as unknown as Desktop).live?.notifications[0]?.emit("click"));
  await expect(strip(page)).toBeVisible();
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible())).toBe(true);
  await page.locator(".xterm-screen").click();
  await page.keyboard.type("y");
  await page.keyboard.press("Enter");
  await expect.poll(() => trayLabels(app)).toContain("2 running");
  await expect.poll(() => app.evaluate(({ app: main }) => main.getBadgeCount())).toBe(0);
});

test("no notification tells of the session that a person has before their eyes, nor of one that they kill", async () => {
  await using home = createHome();
  await using desktop = await launchDesktop(home, executable);
  const { app, page } = desktop;
  await needsStandIn(app);
  await cottyOk(home, ["start", "seen", "cat"]);
  await page.getByRole("button", { name: "Open seen" }).click();
  await expect(strip(page)).toBeVisible();
  await cottyOk(home, ["stdin", "seen", "Password: "]);
  await expect.poll(() => trayLabels(app)).toContain("1 running, 1 needs you");
  await page.getByRole("button", { name: "Kill…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: /^Kill/ }).click();
  await expect.poll(() => trayLabels(app)).toContain("0 running");
  // Another, that nobody sees, has its turn after them.
  await cottyOk(home, ["start", "unseen", "exit 3"]);
  await expect.poll(() => notices(app)).toEqual([{ title: "unseen failed", body: "Exited 3" }]);
});

test("no notification tells of a session in another pane of a split", async () => {
  await using home = createHome();
  await using desktop = await launchDesktop(home, executable);
  const { app, page } = desktop;
  await needsStandIn(app);
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setSize(1440, 900));
  await cottyOk(home, ["start", "left", "cat"]);
  await cottyOk(home, ["start", "right", "cat"]);
  await page.getByRole("button", { name: "Open left" }).click();
  await chooseMenu(app, "split-right");
  await expect(page.getByRole("combobox")).toBeFocused();
  await page.keyboard.type("right");
  await page.keyboard.press("Enter");
  await expect(strip(page)).toHaveCount(2);
  await cottyOk(home, ["stdin", "left", "Password: "]);
  await expect.poll(() => trayLabels(app)).toContain("2 running, 1 needs you");
  await cottyOk(home, ["start", "unseen", "exit 3"]);
  await expect.poll(() => notices(app)).toEqual([{ title: "unseen failed", body: "Exited 3" }]);
});
