/** A permission menu as coding agents draw it: in raw mode, with a hidden cursor, in the normal screen. */
process.stdin.setRawMode(true);
process.stdin.resume();
process.stdout.write(
  "\x1b[?25l● Edit(src/main.ts)\r\n\r\n Do you want to make this edit to main.ts?\r\n ❯ 1. Yes\r\n   2. Yes, and do not ask again\r\n   3. No (esc)\r\n",
);
