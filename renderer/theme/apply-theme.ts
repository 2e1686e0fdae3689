/** Which theme the window shows, and how the page gets its colors. */
import type { Settings } from "../../shared/settings/settings.ts";
import { faintTextRules } from "./faint-text.ts";
import type { TerminalTheme } from "./terminal-theme.ts";
import { type ThemeName, TOKENS } from "./tokens.ts";

const prefersLight = (): MediaQueryList => matchMedia("(prefers-color-scheme: light)");
const prefersContrast = (): MediaQueryList => matchMedia("(prefers-contrast: more)");

/** The theme that a person's choice means now; `system` follows the operating system. */
export function resolveTheme(choice: Settings["theme"]): ThemeName {
  if (choice !== "system") return choice;
  // Forced colors ask for more contrast, too. They replace ours, so the theme underneath stays what it is.
  if (prefersContrast().matches && !matchMedia("(forced-colors: active)").matches) return "high-contrast";
  return prefersLight().matches ? "light" : "dark";
}

/** Calls back when the operating system changes between its themes. */
export function onSystemThemeChange(listener: () => void): void {
  for (const query of [prefersLight(), prefersContrast()]) query.addEventListener("change", listener);
}

let faintText: CSSStyleSheet | undefined;

/** Sets the variables on the root element; form controls and scroll bars follow `color-scheme`. */
export function applyTheme({ name, colors, fontFamily }: TerminalTheme): void {
  const { style, dataset } = document.documentElement;
  for (const [token, value] of Object.entries(TOKENS[name])) style.setProperty(`--${token}`, value);
  // Apart from `--term-bg`, on which the window's own texts stand: an imported scheme may be light in a dark window.
  style.setProperty("--screen-bg", colors.background);
  style.setProperty("--mono-font", fontFamily);
  style.setProperty("color-scheme", name === "light" ? "light" : "dark");
  dataset["theme"] = name;
  if (!faintText) document.adoptedStyleSheets.push((faintText = new CSSStyleSheet()));
  faintText.replaceSync(faintTextRules(colors));
}
