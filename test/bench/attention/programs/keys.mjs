/**
 * A program that stands still and listens for keys, with the screen that its argument names:
 *
 * - `watch`: a test runner in watch mode, when all tests have run
 * - `checkboxes`: a list in which one marks what one wants
 * - `asked`: a coding agent whose turn has ended with a question, above its input field
 * - `ticking`: a coding agent at work, which counts the seconds
 */
const FIELD = "╭────────────────────╮\r\n│ >                  │\r\n╰────────────────────╯\r\n";
const SCREENS = {
  watch:
    " ✓ test/sum.test.ts (3 tests) 4ms\r\n\r\n Tests  3 passed (3)\r\n\r\n PASS  Waiting for file changes...\r\n       press h to show help, press q to quit\r\n",
  checkboxes:
    "\x1b[?25l? Select the features you need: (Press <space> to select, <a> to toggle all, <enter> to proceed)\r\n❯ ◯ ESLint\r\n  ◉ Prettier\r\n  ◯ Vitest\r\n",
  asked: `\x1b[?25l● I can mend this in the parser or in its caller. The parser is the cleaner place, but two tests depend on it.\r\n\r\n  Which of the two do you want me to change?\r\n\r\n${FIELD}`,
  ticking: `\x1b[?25l${FIELD}`,
};
const [screen] = process.argv.slice(2);
process.stdin.setRawMode(true);
process.stdin.resume();
process.stdout.write(SCREENS[screen]);
if (screen === "ticking") {
  let seconds = 0;
  setInterval(() => process.stdout.write(`\x1b[H\x1b[J* Pondering… (${++seconds}s · esc to interrupt)\r\n${FIELD}`), 1000);
}
