/**
 * Reads color schemes of other programs. Formats: the `schemes` of Windows
 * Terminal's settings (learn.microsoft.com/windows/terminal/customize-settings/color-schemes),
 * iTerm2's `.itermcolors`, a property list in XML, and the YAML of base16 and base24
 * (github.com/tinted-theming/home, its styling guide). Pure.
 */
import { isRecord } from "../../shared/json.ts";
import { plainJson } from "../../shared/plain-json.ts";
import { hexOf, rgbFrom } from "../../shared/rgb.ts";
import type { ColorScheme } from "../../shared/settings/color-scheme.ts";

export type NamedScheme = { readonly name: string; readonly scheme: ColorScheme };

/** The names of the sixteen colors in Windows Terminal, in the order of their numbers. */
const WINDOWS_NAMES = (
  "black red green yellow blue purple cyan white " +
  "brightBlack brightRed brightGreen brightYellow brightBlue brightPurple brightCyan brightWhite"
).split(" ");

/** Which entries of a base16 scheme are the sixteen colors, by the styling guide; base24 has bright ones of its own. */
const BASE16 = "00 08 0B 0A 0D 0E 0C 05 03 08 0B 0A 0D 0E 0C 07".split(" ");
const BASE24 = "00 08 0B 0A 0D 0E 0C 05 03 12 14 13 16 17 15 07".split(" ");

const MAX_NAME = 100;

/** The color schemes in a text. Throws with what is wrong, for a person to read. `fileName` names a scheme that has no name of its own. */
export function readSchemes(text: string, fileName: string): NamedScheme[] {
  const start = text.trimStart();
  if (start === "") throw new Error("it is empty");
  if (start.startsWith("bplist")) {
    throw new Error("it is a binary property list. On macOS, the command plutil -convert xml1 makes it one in XML");
  }
  if (/^(?:<\?xml|<!DOCTYPE plist|<plist)/i.test(start)) return [iterm2(text, nameFrom(fileName))];
  if (/^(?:[{[]|\/[/*])/.test(start)) return windowsTerminal(text);
  if (/^\s*"?base0[0-9A-F]"?\s*:/im.test(text)) return [base16(text, nameFrom(fileName))];
  throw new Error("it is none of these: a scheme of Windows Terminal (JSON), iTerm2 (XML), base16 or base24 (YAML)");
}

function windowsTerminal(text: string): NamedScheme[] {
  const value = parsedJson(text);
  const list = Array.isArray(value) ? value : isRecord(value) && Array.isArray(value["schemes"]) ? value["schemes"] : [value];
  if (list.length === 0) throw new Error('its list "schemes" is empty');
  return list.map((entry: unknown, index) => {
    const where = list.length === 1 ? "" : `scheme ${index + 1}: `;
    if (!isRecord(entry)) throw new Error(`${where}a color scheme is an object in JSON`);
    const color = (key: string): string => colorOf(entry[key], `${where}"${key}"`);
    const foreground = color("foreground");
    const cursor = entry["cursorColor"] === undefined ? foreground : color("cursorColor");
    const name = typeof entry["name"] === "string" ? entry["name"] : "";
    return {
      name: cleanName(name),
      scheme: { background: color("background"), foreground, cursor, ansi: WINDOWS_NAMES.map(color) },
    };
  });
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(plainJson(text));
  } catch {
    throw new Error("it begins as JSON, and is none");
  }
}

function iterm2(text: string, name: string): NamedScheme {
  const entries = text.matchAll(/<key>([^<]+ Color)<\/key>\s*<dict>([^]*?)<\/dict>/g);
  const colors = new Map([...entries].map(([, key = "", body = ""]) => [key, body]));
  const color = (key: string): string => {
    const body = colors.get(key);
    if (body === undefined) throw new Error(`"${key}" is missing`);
    return hexOf(rgbFrom([component(body, "Red", key), component(body, "Green", key), component(body, "Blue", key)]));
  };
  const foreground = color("Foreground Color");
  const cursor = colors.has("Cursor Color") ? color("Cursor Color") : foreground;
  const ansi = Array.from({ length: 16 }, (_, index) => color(`Ansi ${index} Color`));
  return { name, scheme: { background: color("Background Color"), foreground, cursor, ansi } };
}

/** A share of the full channel, from 0 to 1, as 0 to 255. */
function component(body: string, channel: string, key: string): number {
  const text = new RegExp(`<key>${channel} Component</key>\\s*<(?:real|integer)>([^<]*)<`).exec(body)?.[1];
  const share = Number(text);
  if (text === undefined || text.trim() === "" || !(share >= 0 && share <= 1)) {
    throw new Error(`"${key}" has no ${channel.toLowerCase()} component from 0 to 1`);
  }
  return Math.round(share * 255);
}

function base16(text: string, fallbackName: string): NamedScheme {
  const entries = text.matchAll(/^\s*["']?base([01][0-9A-F])["']?\s*:\s*["']?(#?[^"'\s]*)["']?/gim);
  const colors = new Map([...entries].map(([, key = "", value = ""]) => [key.toUpperCase(), value]));
  const color = (key: string): string => {
    const value = colors.get(key);
    return colorOf(value === undefined || value.startsWith("#") ? value : `#${value}`, `base${key}`);
  };
  const name = /^(?:name|scheme)\s*:\s*["']?(.*?)["']?\s*(?:#.*)?$/im.exec(text)?.[1] || fallbackName;
  const [background, foreground] = [color("00"), color("05")];
  const ansi = (colors.has("17") ? BASE24 : BASE16).map(color);
  return { name: cleanName(name), scheme: { background, foreground, cursor: foreground, ansi } };
}

/** `#rgb` and `#rrggbb` as `#rrggbb`. Windows Terminal and base16 write both cases. */
function colorOf(value: unknown, where: string): string {
  if (value === undefined || value === "") throw new Error(`${where} is missing`);
  const text = typeof value === "string" ? value.toLowerCase().replace(/^#([0-9a-f])([0-9a-f])([0-9a-f])$/, "#$1$1$2$2$3$3") : "";
  if (!/^#[0-9a-f]{6}$/.test(text)) throw new Error(`${where} must be a color such as #1e1e2e`);
  return text;
}

/** A file's name without its folder and its ending. */
function nameFrom(fileName: string): string {
  return cleanName(fileName.replace(/\.[^.]*$/, ""));
}

/** A name that the settings take. */
function cleanName(name: string): string {
  return (
    name
      .replace(/[\p{C}"\\;{}]|__proto__/gu, "")
      .trim()
      .slice(0, MAX_NAME)
      .trim() || "Imported"
  );
}
