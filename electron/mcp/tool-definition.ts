/** What an agent is told about the tool. It carries this in every turn, so every word is paid for again and again. */

const DESCRIPTION = `Run and drive interactive programs (debuggers, REPLs, TUIs, builds, servers, other agents) in terminals that stay open between calls. A person may watch and take over.

Send input and wait for its result in ONE call; the answer is only what is new:
{"action":"start","command":"python3 -i","name":"py","wait":">>> $"}
{"action":"stdin","id":"py","data":"print(6*7)\\r","wait":">>> $"}
{"action":"start","command":"make","name":"mk","exit":true,"timeout":50000}
{"action":"stop","id":"py"}

data: text, \\r is Enter; keys: names such as Up, C-c, M-x, F5; click: {row,col} or {text}. wait: a regex on new output; quiet: ms without output; exit: the program ended; timeout in ms (default 30000) is not an error.
wait: keep waiting. stdout: the screen as text (lines: only the last N; since: only what is new since an offset; changed: only rows changed since your last look). stream: all output (since_last: only what you have not read). search: a regex (pattern, context) in all output. list, resize, term-size. Stop what you start.`;

export const ACTIONS = [
  "start",
  "stdin",
  "wait",
  "stdout",
  "stream",
  "search",
  "list",
  "stop",
  "resize",
  "term-size",
  "version",
] as const;

const string = { type: "string" } as const;
const integer = { type: "integer" } as const;
const boolean = { type: "boolean" } as const;

export const TERMINAL_TOOL = {
  name: "terminal",
  title: "Terminal",
  description: DESCRIPTION,
  inputSchema: {
    type: "object" as const,
    properties: {
      action: { type: "string", enum: [...ACTIONS] },
      id: string,
      command: string,
      name: string,
      cwd: string,
      data: string,
      keys: { type: "array", items: string },
      click: {},
      submit: boolean,
      wait: string,
      quiet: integer,
      exit: boolean,
      timeout: integer,
      lines: integer,
      since: integer,
      changed: boolean,
      pattern: string,
      context: integer,
      since_last: boolean,
      strip_ansi: boolean,
      cols: integer,
      rows: integer,
    },
    required: ["action"],
  },
};
