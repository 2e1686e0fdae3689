/**
 * Resets every mode of the terminal that a program may have set: mouse, focus,
 * paste, cursor and keypad modes, keyboard protocols, margins, charset, colors,
 * hyperlink, cursor shape. None of these sequences changes the screen's text or
 * the scrollback.
 */
export const RESET_MODES = [
  "\x1b[?2026l",
  "\x1b[?9l\x1b[?1000l\x1b[?1001l\x1b[?1002l\x1b[?1003l\x1b[?1004l\x1b[?1005l\x1b[?1006l\x1b[?1015l\x1b[?1016l",
  "\x1b[?2004l\x1b[?1l\x1b[?5l\x1b[?6l\x1b[?7h\x1b[?25h\x1b[?45l\x1b[?66l\x1b>\x1b[4l\x1b[20l",
  "\x1b[<99u\x1b[>4m",
  "\x1b[?69l\x1b[r\x1b(B\x1b)B\x0f\x1b[0m\x1b]8;;\x1b\\\x1b[0 q",
].join("");
