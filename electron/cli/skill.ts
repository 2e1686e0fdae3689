/** `cotty skill`: what an agent with a shell needs to know, in the form that agents load on demand. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { makeDirectory } from "../platform/directories.ts";
import { absolutePath } from "../platform/user-paths.ts";
import type { Invocation } from "./command.ts";
import { takeOptions, UsageError } from "./options.ts";
import { print, printJson } from "./output.ts";

const NAME = "cotty";

/** The skill. A test runs every example in it, and looks up every option. */
export const SKILL = `---
name: ${NAME}
description: Run and drive interactive terminal programs (debuggers, REPLs, TUIs, servers, long builds, other agents) that keep running between commands. Use it whenever a program asks questions, has a prompt, or runs longer than one shell command should.
---

# Terminals with cotty

Type and wait for the result in ONE command. It prints only what is new. Never sleep and poll.

\`\`\`sh
cotty start --prompt py python3 -i          # the id, then the command; returns at the prompt
cotty stdin --prompt py "print(6*7)" ::Enter
cotty stdin py "exit()" ::Enter
cotty wait py --exit
cotty stop py                               # always stop what you started
\`\`\`

For a long job, start it, do something else, then wait for its end or for a word. Exit code 0 means that it came; 124 means that time ran out.

\`\`\`sh
cotty start job "sleep 1; echo all tests passed"
cotty wait job 'passed|FAILED' --timeout 600000
cotty stdout job 20                               # the last 20 lines of the screen
cotty stop job
\`\`\`

In a shell, \`cotty run\` prints exactly the output of one command and ends with its exit code (124: it goes on, or asks something).

\`\`\`sh
cotty start sh bash
cotty run sh "cd /tmp && ls | wc -l"
cotty stop sh
\`\`\`

- Wait options: \`--prompt\` back at a prompt; \`--wait REGEX\` new output matches (what you typed never does); \`--input\` it asks something; \`--quiet MS\` nothing printed for MS milliseconds; \`--timeout MS\` the limit, default 30000.
- These options stand before the id. Everything after the id is typed.
- Keys: \`::Enter\` \`::Tab\` \`::Escape\` \`::Up\` \`::C-c\` \`::M-x\` \`::F5\`. Write \`:::\` for text that begins with \`::\`.
- \`cotty stdout ID\` prints the screen as text (best for full-screen programs). \`cotty stream ID --since-last\` prints the output that you have not read yet. \`cotty ls\` lists the sessions.
- \`cotty start --size 120x40 ID COMMAND\` makes the screen larger. \`--cwd DIR\` names another folder.
- An error that says who "has the keyboard": a person has taken over. Wait, or ask them. Do not start a second session to get around it.
- \`--json\` prints JSON. \`cotty COMMAND --help\` explains one command.
`;

export function skill(invocation: Invocation): number {
  const { options, rest } = takeOptions(invocation.args, { "--install": "flag", "--json": "flag" }, "anywhere");
  const [directory, ...more] = rest;
  if (more.length > 0 || (directory !== undefined && !options["--install"])) throw new UsageError("");
  if (!options["--install"]) {
    if (options["--json"]) printJson({ name: NAME, text: SKILL });
    else print(SKILL);
    return 0;
  }
  const written = (directory === undefined ? skillFolders(homedir()) : [absolutePath(directory)]).map(install);
  if (options["--json"]) printJson({ written });
  else print(written.map((path) => `Written: ${path}\n`).join(""));
  return 0;
}

/** Where agents look for skills: most in the shared folder, Claude Code in its own. */
function skillFolders(home: string): string[] {
  return [join(home, ".agents/skills"), ...(existsSync(join(home, ".claude")) ? [join(home, ".claude/skills")] : [])];
}

function install(directory: string): string {
  const path = join(directory, NAME, "SKILL.md");
  if (existsSync(path) && !readFileSync(path, "utf8").startsWith(`---\nname: ${NAME}\n`)) {
    throw new Error(`${path} is not Cotty's skill. Move it away, or name another folder`);
  }
  makeDirectory(join(directory, NAME), 0o777);
  writeFileSync(path, SKILL);
  return path;
}
