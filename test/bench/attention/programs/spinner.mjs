/** A spinner in a program that listens to its terminal meanwhile, as installers do. */
const FRAMES = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏";
let frame = 0;
process.stdin.setRawMode(true);
process.stdin.resume();
setInterval(() => process.stdout.write(`\r${FRAMES[frame++ % FRAMES.length]} Installing packages`), 80);
