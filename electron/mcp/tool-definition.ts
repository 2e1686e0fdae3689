/** The definition of the tool that an agent sees. It is part of every turn of the agent, so every word costs again each time. */

import { TOOL_NAMES } from "../../shared/tool-names.ts";

const DESCRIPTION = `Drive interactive programs (debuggers, REPLs, TUIs, builds) in terminals that persist between calls. A person may watch and take over: then your input is refused; wait {"lease":true}.

A whole task in ONE call; you get what is new, then [what ended the wait @offset]:
{"action":"start","command":"gdb -q ./a","name":"g","steps":["run","bt"]}
{"action":"stdin","id":"g","steps":["p x",{"key":"C-c","wait":"\\\\(gdb\\\\) $"}]}
{"action":"start","command":"make","name":"m","wait":{"exit":true,"pattern":"error.*"},"lines":3}

A string step is typed, entered and waited for (default: until a prompt). wait: regex on new output, or any of pattern, prompt, input (asks something), quiet (ms), exit, lease, timeout (ms, 30000; not an error). submit: Enter after data. keys: Up, C-c…
lines: only the last N new, or "first N". stdout: screen (changed: since last read). stream: all output. help: more. Stop what you start.`;

export const ACTIONS = [
  "start",
  "stdin",
  "run",
  "wait",
  "stdout",
  "stream",
  "search",
  "list",
  "send_secret",
  "stop",
  "notify",
  "resize",
  "term-size",
  "version",
  "help",
] as const;

const string = { type: "string" } as const;
const integer = { type: "integer" } as const;
const boolean = { type: "boolean" } as const;
/** A schema with all alternatives would cost more tokens than the description and one example. */
const conditions = { type: ["string", "object", "boolean"] };
const cellOrLabel = { type: ["object", "string"] };
const step = { type: ["string", "object"] };

export const TERMINAL_TOOL = {
  name: TOOL_NAMES[0],
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
      submit: boolean,
      keys: { type: "array", items: string },
      click: cellOrLabel,
      steps: { type: "array", items: step },
      stop_on: string,
      wait: conditions,
      timeout: integer,
      lines: { type: ["integer", "string"] },
      since: integer,
      changed: boolean,
      since_last: boolean,
      strip_ansi: boolean,
      pattern: string,
      context: integer,
      cols: integer,
      rows: integer,
    },
    required: ["action"],
  },
};
