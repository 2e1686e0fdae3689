/** The scenes of the demo: its sessions, and what the agents do in them. */
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { isOnPath, succeedsQuietly } from "../run.mjs";

const GDB_PROMPT = "\\(gdb\\) $";
const PDB_PROMPT = "\\(Pdb\\) $";
const PYTHON_PROMPT = ">>> $";
/** Full-screen programs, the best one for a demo first. The file gives them something to show. */
const TUIS = { htop: "htop", vim: "vim -n -R orders.c", less: "less orders.c" };

const GDB_STEPS = ["run", "bt", "print *o", "print o->customer", "up", "info locals"];
const PDB_STEPS = ["continue", "where", "print(order)", "print(order['customer'])", "up", "len(ORDERS)"];
const PYTHON_STEPS = [
  "orders = {1003: 40.00, 1002: 99.90, 1001: 12.50}",
  "sum(orders.values())",
  "max(orders, key=orders.get)",
  "[number for number, total in orders.items() if total > 20]",
];

/** The sessions in the order in which they start. `tui` names the full-screen program; undefined uses the first that is installed. */
export function scenes(folder, tui) {
  for (const name of ["orders.c", "orders.py", "upgrade.sh", "tests.sh", "server.sh"])
    copyFileSync(join(import.meta.dirname, name), join(folder, name));
  return [debugging(folder), repl(), wholeScreen(tui), ...scripts()].filter((scene) => scene !== undefined);
}

/** Debugs a crashing program with gdb, or with pdb if gdb or a compiler is missing. */
function debugging(folder) {
  const compiler = ["cc", "gcc", "clang"].find(isOnPath);
  const compiled =
    compiler !== undefined && succeedsQuietly(compiler, ["-g", "-O0", "-o", "orders", "orders.c"], { cwd: folder });
  if (compiled && isOnPath("gdb")) {
    const command = "gdb -q -nx -iex 'set debuginfod enabled off' -iex 'set confirm off' ./orders";
    return { id: "gdb", agent: "Debugging agent", command, prompt: GDB_PROMPT, steps: GDB_STEPS };
  }
  const command = "python3 -m pdb orders.py";
  return isOnPath("python3") ? { id: "pdb", agent: "Debugging agent", command, prompt: PDB_PROMPT, steps: PDB_STEPS } : undefined;
}

function repl() {
  if (!isOnPath("python3")) return undefined;
  return { id: "python", agent: "Data agent", command: "python3 -q", prompt: PYTHON_PROMPT, steps: PYTHON_STEPS, again: true };
}

function wholeScreen(requested) {
  const name = Object.keys(TUIS).find((each) => (requested === undefined || each === requested) && isOnPath(each));
  return name === undefined ? undefined : { id: name, agent: "Data agent", command: TUIS[name] };
}

function scripts() {
  return [
    { id: "server", agent: "Build agent", command: "sh server.sh" },
    { id: "upgrade", agent: "Build agent", command: "sh upgrade.sh" },
    { id: "tests", agent: "Build agent", command: "sh tests.sh" },
  ];
}
