import { expect, test } from "vitest";
import { contrast } from "../../../shared/contrast.ts";
import { rgbOf } from "../../../shared/rgb.ts";
import { DEFAULT_SETTINGS } from "../../../renderer/state/window-settings.ts";
import { schemeOf, terminalTheme } from "../../../renderer/theme/terminal-theme.ts";
import { type ThemeName, type TokenName, TOKENS } from "../../../renderer/theme/tokens.ts";

const THEMES: ThemeName[] = ["dark", "light", "high-contrast"];
/** WCAG: AA for text, AAA for that of the high-contrast theme, and AA for the edges of controls. */
const textContrast = (theme: ThemeName): number => (theme === "high-contrast" ? 7 : 4.5);
const EDGE = 3;

const GROUNDS: TokenName[] = ["bg-0", "bg-1", "bg-2", "bg-3", "bg-hover", "term-bg"];
const TEXTS: TokenName[] = ["text-1", "text-2", "text-3", "you", "agent", "wait", "ok", "fail", "rec"];
const ON_FILLS: [TokenName, TokenName][] = [
  ["on-you", "you"],
  ["on-wait", "wait"],
  ["on-fail", "fail"],
  ["text-1", "wait-bg"],
  ["text-1", "fail-bg"],
  ["text-1", "you-bg"],
  ["text-1", "bg-press"],
  ["you", "you-bg"],
  ["agent", "agent-bg"],
  ["wait", "wait-bg"],
  ["fail", "fail-bg"],
  ["ok", "ok-bg"],
];

test.each(THEMES)("%s: every text can be read on every ground it stands on", (theme) => {
  const tokens = TOKENS[theme];
  const pairs = [...TEXTS.flatMap((text) => GROUNDS.map((ground): [TokenName, TokenName] => [text, ground])), ...ON_FILLS];
  const weak = pairs.filter(([text, ground]) => contrast(rgbOf(tokens[text]), rgbOf(tokens[ground])) < textContrast(theme));
  expect(weak).toEqual([]);
});

test.each(THEMES)("%s: the edges of controls and the focus ring can be seen", (theme) => {
  const tokens = TOKENS[theme];
  const pairs = GROUNDS.flatMap((ground): [TokenName, TokenName][] => [
    ["line-2", ground],
    ["you", ground],
    ["wait", ground],
    ["fail", ground],
  ]);
  expect(pairs.filter(([edge, ground]) => contrast(rgbOf(tokens[edge]), rgbOf(tokens[ground])) < EDGE)).toEqual([]);
});

test.each(THEMES)("%s: the terminal has 256 colors of six digits", (theme) => {
  const { palette } = terminalTheme(theme, DEFAULT_SETTINGS).colors;
  expect(palette).toHaveLength(256);
  expect(palette.every((color) => /^#[0-9a-f]{6}$/i.test(color))).toBe(true);
  expect(palette.slice(0, 16)).toEqual(schemeOf(theme).ansi);
  // The corners of the cube and of the ramp, as xterm has them.
  expect([palette[16], palette[231], palette[232], palette[255]]).toEqual(["#000000", "#ffffff", "#080808", "#eeeeee"]);
});

test("high contrast: every color that programs name can be read on the background, but for that of the background", () => {
  const { background, ansi } = schemeOf("high-contrast");
  const weak = ansi.filter((color) => contrast(rgbOf(color), rgbOf(background)) < 7);
  expect(weak).toEqual([background]);
  expect(terminalTheme("high-contrast", DEFAULT_SETTINGS).colors.minimumContrast).toBe(7);
});

test("an imported color scheme is that of terminals in its theme alone; one that is not there changes nothing", () => {
  const scheme = { background: "#282a36", foreground: "#f8f8f2", cursor: "#ff79c6", ansi: schemeOf("dark").ansi };
  const settings = {
    ...DEFAULT_SETTINGS,
    colorSchemes: { Dracula: scheme },
    darkColorScheme: "Dracula",
    lightColorScheme: "toString",
  };
  expect(terminalTheme("dark", settings).colors).toMatchObject({ background: "#282a36", cursor: "#ff79c6" });
  expect(terminalTheme("light", settings)).toEqual(terminalTheme("light", DEFAULT_SETTINGS));
  expect(terminalTheme("high-contrast", settings)).toEqual(terminalTheme("high-contrast", DEFAULT_SETTINGS));
});
