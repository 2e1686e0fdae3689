/** A few lines as a terminal would show them in a color scheme. */
import type { CSSProperties, ReactElement } from "react";
import { readable } from "../../shared/readable-color.ts";
import type { ColorScheme } from "../../shared/settings/color-scheme.ts";
import { useAppState } from "../state/app-context.ts";

const NAMES = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"];

type SchemePreviewProps = { readonly scheme: ColorScheme; readonly fontFamily: string };

export function SchemePreview({ scheme, fontFamily }: SchemePreviewProps): ReactElement {
  const contrast = useAppState(({ terminalTheme }) => terminalTheme.colors.minimumContrast);
  const { background, foreground, cursor, ansi } = scheme;
  // As terminals do it: text stays readable in every scheme.
  const color = (index: number): CSSProperties => ({ color: readable(ansi[index] ?? foreground, background, contrast) });
  return (
    <div
      aria-hidden
      // With forced colors, too: these colors are what it is there to show.
      className="forced-color-adjust-none overflow-hidden rounded-md border border-line-1 p-2.5 text-meta whitespace-pre"
      style={{ background, color: readable(foreground, background, contrast), fontFamily, fontVariantLigatures: "none" }}
    >
      <div>
        <span style={color(2)}>ada@box</span>:<span style={color(4)}>~/web</span>$ npm test{" "}
        <span style={{ background: cursor }}> </span>
      </div>
      <div>
        <span style={color(10)}>✓ 21 passed</span> <span style={color(1)}>✕ 1 failed</span> <span style={color(3)}>0O 1lI</span>
      </div>
      <div className="mt-1.5 flex">
        {[0, 8].map((first) => (
          <span key={first} className="flex flex-1">
            {NAMES.map((name, index) => (
              <span key={name} className="h-2.5 flex-1" style={{ background: ansi[first + index] }} />
            ))}
          </span>
        ))}
      </div>
    </div>
  );
}
