/** Which theme the window shows, and how the page gets its colors. */
import { type ThemeName, TOKENS } from "./tokens.ts";

/** What a person chose; `system` follows the operating system. */
export type ThemeChoice = "system" | ThemeName;

const prefersLight = (): MediaQueryList => matchMedia("(prefers-color-scheme: light)");

export function resolveTheme(choice: ThemeChoice): ThemeName {
  if (choice !== "system") return choice;
  return prefersLight().matches ? "light" : "dark";
}

/** Calls back when the operating system changes between dark and light. */
export function onSystemThemeChange(listener: () => void): void {
  prefersLight().addEventListener("change", listener);
}

/** Sets the color variables on the root element; form controls and scroll bars follow `color-scheme`. */
export function applyTheme(theme: ThemeName): void {
  const { style, dataset } = document.documentElement;
  for (const [name, value] of Object.entries(TOKENS[theme])) style.setProperty(`--${name}`, value);
  style.setProperty("color-scheme", theme);
  dataset["theme"] = theme;
}
