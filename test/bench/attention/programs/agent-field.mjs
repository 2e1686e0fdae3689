/**
 * A coding agent's screen with its input field. `--thinks`: it is at work and says so ten times a second.
 * `--call`: it notifies the terminal that it waits. `--progress STATE`: it tells the terminal its progress, as OSC 9;4 has it.
 */
const FIELD = '╭──────────────────────────╮\r\n│ > Try "fix the tests"    │\r\n╰──────────────────────────╯\r\n  ? for shortcuts';
process.stdin.setRawMode(true);
process.stdin.resume();
process.stdout.write(`\x1b[?25l${FIELD}`);
if (process.argv.includes("--call")) process.stdout.write("\x1b]9;The agent waits for your permission\x07");
if (process.argv.includes("--progress")) process.stdout.write(`\x1b]9;4;${process.argv.at(-1)}\x07`);
if (process.argv.includes("--thinks")) {
  let seconds = 0;
  setInterval(() => process.stdout.write(`\x1b[H\x1b[J✻ Thinking… (${(seconds += 0.1).toFixed(1)}s)\r\n${FIELD}`), 100);
}
