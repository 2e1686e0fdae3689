/** Which typefaces this machine has. A page may not ask for a list; it can see whether a name changes how text looks. */

/** Well-known monospaced typefaces. */
const KNOWN = [
  "Cascadia Code",
  "Cascadia Mono",
  "Consolas",
  "Courier New",
  "DejaVu Sans Mono",
  "Fira Code",
  "Fira Mono",
  "Hack",
  "IBM Plex Mono",
  "Inconsolata",
  "Iosevka",
  "JetBrains Mono",
  "Liberation Mono",
  "Menlo",
  "Monaco",
  "Noto Sans Mono",
  "Roboto Mono",
  "SF Mono",
  "Source Code Pro",
  "Ubuntu Mono",
];

/** Letters that differ in width and shape between typefaces. */
const SAMPLE = "mmmMMMwwwWWWiiillli@#%&0O";
/** A typeface that is missing looks like the one after it; it is compared with two that differ. */
const FALLBACKS = ["serif", "sans-serif", "monospace"];

const known = new Map<string, boolean>();

/** Whether there is a typeface of this name. */
export function isInstalled(name: string): boolean {
  let installed = known.get(name);
  if (installed === undefined) {
    const context = document.createElement("canvas").getContext("2d");
    const width = (fonts: string): number => {
      if (!context) return 0;
      context.font = `72px ${fonts}`;
      return context.measureText(SAMPLE).width;
    };
    installed = FALLBACKS.some((fallback) => width(`"${name}", ${fallback}`) !== width(fallback));
    known.set(name, installed);
  }
  return installed;
}

/** Those of the well-known monospaced typefaces that this machine has. */
export function installedFonts(): string[] {
  return KNOWN.filter(isInstalled);
}
