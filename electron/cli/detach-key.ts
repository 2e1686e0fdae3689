/**
 * The keys that an attached terminal keeps for itself. Ctrl+B detaches; twice,
 * it is sent once. Programs may have switched the keyboard to a protocol that
 * spells it otherwise (kitty's, xterm's modifyOtherKeys).
 */
const CTRL_B = /\x02|\x1b\[98;5(?::1)?u|\x1b\[27;5;98~/;

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
    let rest = text;
    while (rest.length > 0) {
      const key = CTRL_B.exec(rest);
      if (this.#isPending) {
        // Any other key than the second Ctrl+B settles it, and is dropped: it is not meant for the program.
        if (key?.index !== 0) return { send, detach: true };
        this.#isPending = false;
        send += key[0];
      } else if (key) {
        send += rest.slice(0, key.index);
        this.#isPending = true;
      } else {
        return { send: send + rest, detach: false };
      }
      rest = rest.slice((key?.index ?? 0) + (key?.[0].length ?? 0));
    }
    return { send, detach: false };
  }
}

/** Focus changes and mouse movement without a button: sent by the terminal, not done by the person. */
const PASSIVE = /^(?:\x1b\[[IO]|\x1b\[<(?:3[5-9]|[45]\d|6[0-3]);\d+;\d+[Mm]|\x1b\[M[C-_][^]{2})+$/;

/** Whether this input says only that the person is there. It must not take the keyboard from an agent. */
export function isPassive(text: string): boolean {
  return PASSIVE.test(text);
}
