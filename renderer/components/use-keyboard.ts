/** The keyboard with the chords that the person has chosen. */
import { useMemo } from "react";
import type { Keyboard } from "../commands/chords.ts";
import { useApp, useAppState } from "../state/app-context.ts";

export function useKeyboard(): Keyboard {
  const { keyboard } = useApp();
  const keys = useAppState(({ settings }) => settings.keys);
  return useMemo(() => ({ ...keyboard, keys }), [keyboard, keys]);
}
