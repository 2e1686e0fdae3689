/** Runs a command of the window by keyboard, as a person does: opens the palette, types, looks at what is chosen, and presses Enter. */
import { expect, type Page } from "@playwright/test";

/** `typed` finds the command: the beginning of its label. */
export async function chooseInPalette(window: Page, typed: string): Promise<void> {
  await window.keyboard.press("Control+Shift+K");
  const field = window.getByRole("combobox", { name: "Search sessions and commands" });
  await expect(field).toBeFocused();
  await window.keyboard.type(typed);
  await expect(field).toHaveValue(typed);
  await expect(window.locator("[role=option][data-highlighted]")).toHaveAccessibleName(new RegExp(`^${typed}`, "i"));
  await window.keyboard.press("Enter");
}
