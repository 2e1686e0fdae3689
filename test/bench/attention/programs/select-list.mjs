/** A list to choose from, as installers draw it. */
process.stdin.setRawMode(true);
process.stdin.resume();
process.stdout.write("\x1b[?25l? Which framework do you use? (Use arrow keys)\r\n❯ React\r\n  Vue\r\n  Svelte\r\n");
