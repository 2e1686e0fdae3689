/** The dialog for a new session, with real programs. */
import { mkdirSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./window-test.ts";
import { liveText } from "./window-text.ts";

const SECRET = "hunter2-of-the-test";

async function openDialog(window: Page): Promise<Locator> {
  await window.getByRole("button", { name: "New session" }).first().click();
  return window.getByRole("dialog", { name: "New session" });
}

test("a program starts in its folder with its variables, in the size of the window; secrets are kept nowhere", async ({
  window,
  home,
}) => {
  test.setTimeout(120_000);
  const folder = join(home.root, "a project");
  mkdirSync(folder);
  const dialog = await openDialog(window);
  await dialog.getByLabel("Command").fill('echo "in $PWD: ${#API_TOKEN} $PLAIN"; stty size; cat');
  await dialog.getByLabel(/^Name\s*Empty/).fill("variables");

  await dialog.getByLabel("Directory").fill(join(home.root, "not there"));
  await expect(dialog).toContainText(`No such directory: ${join(home.root, "not there")}`);
  await dialog.getByLabel("Directory").fill(folder);
  await expect(dialog).not.toContainText("No such directory");

  await dialog.getByText("Environment", { exact: true }).click();
  await dialog.getByRole("button", { name: "Add a variable" }).click();
  await dialog.getByLabel("Name of variable 1").fill("API_TOKEN");
  const value = dialog.getByLabel("Value of variable 1", { exact: true });
  await expect(value).toHaveAttribute("type", "password");
  await value.fill(SECRET);
  await dialog.getByRole("button", { name: "Add a variable" }).click();
  await dialog.getByLabel("Name of variable 2").fill("PLAIN");
  await dialog.getByLabel("Value of variable 2", { exact: true }).fill("two words");
  const [, cols = "", rows = ""] = /As the window\s*(\d+) × (\d+)/.exec(await dialog.innerText()) ?? [];
  await dialog.getByRole("button", { name: "Start" }).click();

  await expect.poll(() => liveText(window, "variables")).toContain(`in ${folder}: ${SECRET.length} two words`);
  await expect.poll(() => liveText(window, "variables")).toContain(`${rows} ${cols}`);
  const files = readdirSync(home.root, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && /\.(?:jsonl?|cast|log)$/.test(entry.name),
  );
  expect(files.length).toBeGreaterThan(1);
  for (const { parentPath, name } of files) expect(readFileSync(join(parentPath, name), "utf8")).not.toContain(SECRET);
});

test("a secret that moves up into the place of one that was shown stays hidden", async ({ window }) => {
  const dialog = await openDialog(window);
  await dialog.getByText("Environment", { exact: true }).click();
  for (const [index, name] of ["API_TOKEN", "OTHER_KEY"].entries()) {
    await dialog.getByRole("button", { name: "Add a variable" }).click();
    await dialog.getByLabel(`Name of variable ${index + 1}`).fill(name);
  }
  const value = dialog.getByLabel("Value of variable 1", { exact: true });
  await dialog.getByRole("button", { name: "Show the value of variable 1" }).click();
  await expect(value).toHaveAttribute("type", "text");
  await dialog.getByRole("button", { name: "Remove variable 1" }).click();
  await expect(dialog.getByLabel("Name of variable 1")).toHaveValue("OTHER_KEY");
  await expect(value).toHaveAttribute("type", "password");
});

test("what was started is offered again, can be forgotten, and outlives a reload; presets fill the command", async ({
  window,
  home,
}) => {
  test.setTimeout(120_000);
  let dialog = await openDialog(window);
  await dialog.getByLabel("Command").fill("echo first; cat");
  await dialog.getByLabel("Directory").fill(home.root);
  await window.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await window.keyboard.press("Control+Shift+Enter");

  await window.reload();
  dialog = await openDialog(window);
  const recent = dialog.getByRole("region", { name: "Recent" });
  await recent.getByRole("button", { name: /^echo first; cat/ }).click();
  await expect(dialog.getByLabel("Command")).toBeFocused();
  await expect(dialog.getByLabel("Command")).toHaveValue("echo first; cat");
  await expect(dialog.getByLabel("Directory")).toHaveValue(home.root);

  await recent.getByRole("button", { name: /^Forget echo first; cat/ }).click();
  await expect(recent).toBeHidden();
  expect(readFileSync(home.paths.recentStarts, "utf8")).not.toContain("echo first");

  await dialog
    .getByRole("group", { name: "Programs on this machine" })
    .getByRole("button", { name: /^Shell/ })
    .click();
  await expect(dialog.getByLabel("Command")).not.toHaveValue("echo first; cat");
  await window.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});

test("a session in the size of the window fits it in the typeface of a person's choosing, too", async ({ window }) => {
  await window.keyboard.press("Control+Shift+Comma");
  await window.getByRole("navigation", { name: "Sections of the settings" }).getByRole("button", { name: "Terminal" }).click();
  const font = window.getByRole("combobox", { name: "Typeface" });
  // Wider by far than the bundled one.
  await font.fill("DejaVu Sans");
  await font.press("Enter");
  await expect
    .poll(() => window.evaluate(() => document.documentElement.style.getPropertyValue("--mono-font")))
    .toContain('DejaVu Sans"');
  const dialog = await openDialog(window);
  await dialog.getByLabel("Command").fill("cat");
  await window.keyboard.press("Enter");
  const screen = window.locator(".xterm-screen");
  await expect(screen).toBeVisible();
  const [shown, space] = await screen.evaluate((element) => {
    const { clientWidth, clientHeight } = element.closest("[role=group]") ?? element;
    const { offsetWidth, offsetHeight } = element as HTMLElement;
    return [
      { width: offsetWidth, height: offsetHeight },
      { width: clientWidth, height: clientHeight },
    ];
  });
  expect(shown?.width).toBeLessThanOrEqual(space?.width ?? 0);
  expect(shown?.height).toBeLessThanOrEqual(space?.height ?? 0);
  // Larger cells leave room for fewer of them, and no space is left over.
  expect((shown?.width ?? 0) / (space?.width ?? 1)).toBeGreaterThan(0.9);
});
