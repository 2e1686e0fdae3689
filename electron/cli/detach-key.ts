/**
 * The keys that an attached terminal keeps for itself. Ctrl+B detaches; twice,
 * it is sent once.
 */
import { inputPieces, mouseButton } from "../../shared/key-sequences.ts";

/** Ctrl+B: as ever, in kitty's keyboard protocol and in xterm's modifyOtherKeys, which programs may have switched on. */
const CTRL_B: ReadonlySet<string> = new Set(["\x02", "\x1b[98;5u", "\x1b[98;5:1u", "\x1b[27;5;98~"]);

/** How long a second Ctrl+B may take. */
export const TWICE_WITHIN_MS = 400;

export class DetachKey {
  #isPending = false;

  /** Whether a first Ctrl+B waits for a second; without one in time, the caller detaches. */
  get isPending(): boolean {
    return this.#isPending;
  }

  /** What of the keystrokes is for the program, and whether the rest means to detach. */
  push(text: string): { send: string; detach: boolean } {
    let send = "";
    for (const key of inputPieces(text)) {
      const isCtrlB = CTRL_B.has(key);
      // Any other key than the second Ctrl+B settles it, and is dropped: it is not meant for the program.
      if (this.#isPending && !isCtrlB) return { send, detach: true };
      if (this.#isPending || !isCtrlB) send += key;
      this.#isPending = isCtrlB && !this.#isPending;
    }
    return { send, detach: false };
  }
}

const FOCUS: ReadonlySet<string> = new Set(["\x1b[I", "\x1b[O"]);
/** Motion without a button, and whatever modifiers: the first of its codes, and the first of the wheel's. */
const FIRST_BARE_MOTION = 35;
const FIRST_WHEEL = 64;

/** Whether this input says only that the person is there: focus changes, mouse movement. It must not take the keyboard from an agent. */
export function isPassive(text: string): boolean {
  return text !== "" && inputPieces(text).every((piece) => FOCUS.has(piece) || isBareMotion(mouseButton(piece)));
}

function isBareMotion(button: number | undefined): boolean {
  return button !== undefined && button >= FIRST_BARE_MOTION && button < FIRST_WHEEL;
}
