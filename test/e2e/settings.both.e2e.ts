/** The settings page over its file: what is chosen holds at once, in the file and in every window. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Page } from "@playwright/test";
import { violations } from "../support/axe.ts";
import type { Home } from "../support/home.ts";
import { expect, test } from "./window-test.ts";

const SCHEMES = resolve(import.meta.dirname, "../fixtures/schemes");

/** Opens the page as a person without a mouse does. */
async function openSettings(window: Page, section: string): Promise<void> {
  await expect(
    window.getByRole("heading", { name: "No sessions yet" }).or(window.getByRole("group", { name: "Sessions" })),
  ).toBeVisible();
  await window.keyboard.press("Control+Shift+Comma");
  await expect(window.getByRole("heading", { name: "Settings", level: 1 })).toBeVisible();
  await showSection(window, section);
}

async function showSection(window: Page, section: string): Promise<void> {
  await window.getByRole("navigation", { name: "Sections of the settings" }).getByRole("button", { name: section }).click();
}

const theme = (window: Page): Promise<string | undefined> => window.evaluate(() => document.documentElement.dataset["theme"]);

/** The text of the settings file. Before the first change there is none. */
function settingsText({ paths }: Home): string {
  return existsSync(paths.settings) ? readFileSync(paths.settings, "utf8") : "{}";
}

test("a theme is chosen on the page and in the file, whose comments stay; a mistake is told with its line", async ({
  window,
  home,
}) => {
  test.setTimeout(240_000);
  const file = home.paths.settings;
  const read = (): string => settingsText(home);
  const faults = window.getByRole("alert").filter({ hasText: "The settings file" });
  await openSettings(window, "Appearance");
  await window.getByRole("radio", { name: "High contrast" }).check();
  await expect.poll(() => theme(window)).toBe("high-contrast");
  await expect.poll(read).toContain('"theme": "high-contrast"');

  writeFileSync(file, '{\n  // by hand\n  "theme": "light",\n  "densty": "compact"\n}\n');
  await expect.poll(() => theme(window)).toBe("light");
  await expect(window.getByRole("radio", { name: "Light" })).toBeChecked();
  await expect(faults).toContainText('line 4: the unknown setting "densty" was ignored. Did you mean "density"?');

  await window.getByLabel("Tiles", { exact: true }).selectOption("Compact");
  await expect.poll(read).toContain('"density": "compact"');
  expect(read()).toContain("// by hand");

  writeFileSync(file, '{ "theme": ');
  await expect(faults).toContainText("The settings file cannot be read");
  expect(await theme(window)).toBe("light");
  await window.getByRole("radio", { name: "Dark", exact: true }).click();
  await expect(window.getByText(/is not changed, because it cannot be read\. Mend it first: line 1/).first()).toBeVisible();
  expect(read()).toBe('{ "theme": ');
  await expect.poll(() => theme(window)).toBe("light");

  writeFileSync(file, "{}");
  await expect(faults).toBeHidden();
  await window.reload();
  await expect(window.getByRole("heading", { name: "Settings", level: 1 })).toBeVisible();
  await expect(window.getByRole("radio", { name: "Like the system" })).toBeChecked();
});

test("keys are recorded by pressing them, and a conflict is shown before they are saved", async ({ window, home }) => {
  test.setTimeout(240_000);
  await openSettings(window, "Keyboard");
  await window.getByRole("button", { name: "Change the keys for: Recordings" }).click();
  const dialog = window.getByRole("dialog", { name: "Keys for “Recordings”" });
  await expect(dialog.getByLabel("Press the keys")).toBeFocused();
  await window.keyboard.press("Control+Shift+K");
  await expect(dialog.getByRole("status")).toContainText("These keys run “Search sessions and commands” now");
  await window.keyboard.press("x");
  await expect(dialog.getByRole("status")).toContainText("This key writes text");
  await expect(dialog.getByRole("button", { name: "Save" })).toBeDisabled();
  await window.keyboard.press("Control+Shift+K");
  await window.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect
    .poll(() => JSON.parse(settingsText(home)))
    .toEqual({
      keys: { palette: null, recordings: "Ctrl+Shift+K" },
    });
  await window.keyboard.press("Control+Shift+K");
  await expect(window.getByRole("heading", { name: "Recordings", level: 1 })).toBeVisible();

  await window.keyboard.press("Control+Shift+Comma");
  await showSection(window, "Keyboard");
  const reset = window.getByRole("button", { name: "Default for: Chords" });
  await reset.click();
  // The window takes the settings over when the host has written them.
  await expect(reset).toBeHidden();
  expect(JSON.parse(settingsText(home))).toEqual({});
  await window.keyboard.press("Control+Shift+K");
  await expect(window.getByRole("dialog", { name: "Search sessions and commands" })).toBeVisible();
});

test("color schemes are imported from files; one that is none gets words", async ({ window, home }) => {
  test.setTimeout(240_000);
  await window.emulateMedia({ colorScheme: "dark" });
  await openSettings(window, "Appearance");
  const choose = window.getByLabel("Import color schemes", { exact: true });
  await choose.setInputFiles([
    `${SCHEMES}/Harbor.itermcolors`,
    `${SCHEMES}/harbor-base24.yaml`,
    `${SCHEMES}/windows-terminal-settings.jsonc`,
  ]);
  await expect(
    window.getByText("windows-terminal-settings.jsonc: 2 color schemes imported (Harbor, Harbor Night)"),
  ).toBeVisible();
  await expect.poll(() => settingsText(home)).toContain('"Harbor 24"');
  await window.getByLabel("Terminal colors while dark", { exact: true }).selectOption("Harbor");
  await expect.poll(() => window.evaluate(() => document.documentElement.style.getPropertyValue("--screen-bg"))).toBe("#101c24");

  await window.getByLabel("Or paste its text").fill("base00: 12345");
  await window.getByRole("button", { name: "Import the text" }).click();
  await expect(window.getByText("The text was not imported: base00 must be a color such as #1e1e2e")).toBeVisible();
});

test("every section is found by searching, and axe finds nothing in any of them", async ({ window }) => {
  test.setTimeout(360_000);
  await openSettings(window, "Appearance");
  for (const section of ["Appearance", "Terminal", "Keyboard", "Attention", "Recordings", "Agents"]) {
    await showSection(window, section);
    await expect(window.getByRole("region", { name: section })).toBeVisible();
    expect(await violations(window), section).toEqual([]);
  }
  await window.getByRole("searchbox", { name: "Search the settings" }).fill("blink");
  await expect(window.getByRole("switch", { name: "Blinking cursor" })).toBeVisible();
  await expect(window.getByRole("region", { name: "Agents" })).toBeHidden();
  await window.getByRole("searchbox", { name: "Search the settings" }).fill("xyzzy");
  await expect(window.getByText("No setting has these words.")).toBeVisible();
});

test("with forced colors, the pictures of themes and color schemes keep their own", async ({ window }) => {
  await window.emulateMedia({ colorScheme: "dark", forcedColors: "active" });
  await openSettings(window, "Appearance");
  expect(await violations(window)).toEqual([]);
  const light = window.getByRole("radio", { name: "Light" }).locator("xpath=../..").locator("[aria-hidden] > span").first();
  await expect(light).not.toHaveCSS("background-color", "rgb(0, 0, 0)");
});

test("in the high-contrast theme, axe finds every text at 7:1", async ({ window }) => {
  test.setTimeout(240_000);
  await openSettings(window, "Appearance");
  await window.getByRole("radio", { name: "High contrast" }).check();
  await expect.poll(() => theme(window)).toBe("high-contrast");
  expect(await violations(window, { rules: ["color-contrast-enhanced"] })).toEqual([]);
  expect(await violations(window)).toEqual([]);
});
