/** The scenes of the demo: its sessions, and what the agents do in them. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { foldersOfPath, hasProgram } from "../platform/program-path.ts";

/** One session of the demo. */
export type Scene = {
  /** What its agent calls the session. */
  readonly id: string;
  readonly agent: string;
  readonly command: string;
  /** The lines that the agent types, each when the program shows `prompt`. */
  readonly typing?: {
    readonly prompt: string;
    readonly lines: readonly string[];
    /** The agent begins again after the last line, also after a person has had the keyboard. */
    readonly repeats: boolean;
  };
};

/** Full-screen programs, the best one for a demo first. The file gives them something to show. */
const FULL_SCREEN = { vim: "vim -n -R orders.c", htop: "htop", less: "less orders.c" } as const;

const GDB_LINES = ["run", "bt", "print *o", "print o->customer", "up", "info locals"];
const PDB_LINES = ["continue", "where", "print(order)", "print(order['customer'])", "up", "len(ORDERS)"];
const PYTHON_LINES = [
  "orders = {1003: 40.00, 1002: 99.90, 1001: 12.50}",
  "sum(orders.values())",
  "max(orders, key=orders.get)",
  "[number for number, total in orders.items() if total > 20]",
];

const SCRIPTS: readonly Scene[] = [
  { id: "server", agent: "Build agent", command: "sh server.sh" },
  { id: "upgrade", agent: "Build agent", command: "sh upgrade.sh" },
  { id: "tests", agent: "Build agent", command: "sh tests.sh" },
];

/** The scenes that the programs of this machine allow, in the order of their start. `folder` is the demo's; a program is compiled there. */
export async function findScenes(folder: string, path: string | undefined): Promise<Scene[]> {
  const isThere = (program: string): boolean => hasProgram(program, foldersOfPath(path));
  const crash = await debuggingScene(folder, isThere);
  return [crash, pythonScene(isThere), fullScreenScene(isThere), ...SCRIPTS].filter((scene) => scene !== undefined);
}

/** Debugs a crashing program with gdb, or with pdb if gdb or a compiler is missing. */
async function debuggingScene(folder: string, isThere: (program: string) => boolean): Promise<Scene | undefined> {
  const agent = "Debugging agent";
  if (isThere("gdb") && (await compile(folder, isThere))) {
    const command = "gdb -q -nx -iex 'set debuginfod enabled off' -iex 'set confirm off' ./orders";
    return { id: "gdb", agent, command, typing: { prompt: "\\(gdb\\) $", lines: GDB_LINES, repeats: false } };
  }
  if (!isThere("python3")) return undefined;
  const typing = { prompt: "\\(Pdb\\) $", lines: PDB_LINES, repeats: false };
  return { id: "pdb", agent, command: "python3 -m pdb orders.py", typing };
}

async function compile(folder: string, isThere: (program: string) => boolean): Promise<boolean> {
  const compiler = ["cc", "gcc", "clang"].find(isThere);
  if (compiler === undefined) return false;
  return await promisify(execFile)(compiler, ["-g", "-O0", "-o", "orders", "orders.c"], { cwd: folder }).then(
    () => true,
    () => false,
  );
}

function pythonScene(isThere: (program: string) => boolean): Scene | undefined {
  if (!isThere("python3")) return undefined;
  const typing = { prompt: ">>> $", lines: PYTHON_LINES, repeats: true };
  return { id: "python", agent: "Data agent", command: "python3 -q", typing };
}

function fullScreenScene(isThere: (program: string) => boolean): Scene | undefined {
  const found = (Object.keys(FULL_SCREEN) as (keyof typeof FULL_SCREEN)[]).find(isThere);
  return found === undefined ? undefined : { id: found, agent: "Data agent", command: FULL_SCREEN[found] };
}
