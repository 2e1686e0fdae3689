/**
 * Where a debugger stands, read from what its session shows: the place it
 * stopped at, the source line there, and the breakpoints. Pure. A debugger tells
 * only what has changed, so each look goes on from the one before.
 */
import type { Breakpoint, DebuggerState } from "../../shared/protocol.ts";
import { debuggerAt, type DebuggerKind, enteredAt } from "../../shared/debuggers.ts";
import type { RestingPlace } from "../../shared/screen-evidence.ts";

/** More breakpoints than a list can show. */
const MAX_BREAKPOINTS = 100;

/**
 * The state after a look at a program that waits for input. At another prompt than a debugger's, there is no debugger any more; without a prompt, as
 * while the debugged program reads, the state stays.
 */
export function debuggerAfter(
  before: DebuggerState | undefined,
  place: RestingPlace,
  isAtPrompt: boolean,
): DebuggerState | undefined {
  const kind = debuggerAt(place.line);
  if (!kind) return isAtPrompt || !before ? undefined : { ...before, isAtPrompt: false };
  const known = before?.kind === kind ? before : { kind, isAtPrompt: true, breakpoints: [] };
  const reader = new LineReader(kind, known);
  // The prompt itself is the last line.
  for (const line of place.lines) reader.read(line);
  return reader.state();
}

type Stopped = DebuggerState["stopped"];

/** What a debugger prints when it stops, selects a frame, or says where its program has ended. */
const LOCATIONS: Readonly<Record<DebuggerKind, RegExp>> = {
  // `main () at a.c:5`, `#1  0x… in main (argc=1) at a.c:5`
  gdb: /^(?:Breakpoint \d+, |Temporary breakpoint \d+, |#\d+ +|Run till exit from #\d+ +)?(?:0x[\da-f]+ in )?.*\) at (.+):(\d+)$/,
  // `    frame #0: 0x… a.out`main at a.c:5:7`
  lldb: /^\s*(?:\* )?frame #\d+: .* at (.+?):(\d+)(?::\d+)?$/,
  // `> /home/ada/a.py(5)main()`
  pdb: /^> (.+)\((\d+)\)[^()]*\(\)(?:->.*)?$/,
  // `break in a.mjs:5`
  node: /^(?:break|exception|other|debugger statement|Break on start|step).*\bin (.+):(\d+)$/i,
};

/** The source line where the program stands. */
const SOURCES: Readonly<Record<DebuggerKind, RegExp>> = {
  gdb: /^(\d+)\s+(\S.*)$/,
  lldb: /^-> (\d+)\s+(\S.*)$/,
  pdb: /^->()\s*(\S.*)$/,
  node: /^>\s*(\d+)\s+(\S.*)$/,
};

/** The debugged program has ended, or was not started. */
const ENDED =
  /^\[Inferior \d+ \(.*\) (?:exited|killed|detached)|^Process \d+ (?:exited|detached)|^The program (?:finished|exited|no longer exists)|^Waiting for the debugger to disconnect|^The program is not being run/;

/** A breakpoint that was set. */
const SET: Readonly<Record<DebuggerKind, RegExp>> = {
  gdb: /^(?:Temporary b|B)reakpoint (\d+) at .*: file (.+), line (\d+)\.$/,
  lldb: /^Breakpoint (\d+): .* at (.+?):(\d+)(?::\d+)?(?:,.*)?$/,
  pdb: /^Breakpoint (\d+) at (.+):(\d+)$/,
  node: /^(?!)/,
};

/** A row of the list of breakpoints. */
const LISTED: Readonly<Record<DebuggerKind, RegExp>> = {
  gdb: /^(\d+)\s+(?:hw )?breakpoint\s+.* at (.+):(\d+)$/,
  lldb: /^\s*(\d+)\.\d+: where = .* at (.+?):(\d+)(?::\d+)?(?:,.*)?$/,
  pdb: /^(\d+)\s+breakpoint\s+.* at (.+):(\d+)$/,
  node: /^#(\d+) (.+):(\d+)$/,
};
const LIST_BEGINS: Readonly<Record<DebuggerKind, RegExp>> = {
  gdb: /^Num\s+Type\s+Disp|^No breakpoints/,
  lldb: /^Current breakpoints:|^No breakpoints currently set/,
  pdb: /^Num\s+Type\s+Disp/,
  node: /^(?!)/,
};
const DELETED = /^Deleted breakpoint (\d+)/;
const DELETES = /^(?:d|del|delete|clear|breakpoint delete|br del)\s+(\d+)$/;

/** Commands after which gdb shows the source line alone, and those that list other lines. An empty line repeats the one before. */
const MOVES = /^(?:n|next|s|step|c|continue|cont|fin|finish|until|u|advance|r|run|start|stepi|nexti|si|ni|)(?:\s.*)?$/;

/** Commands that list places without going there. */
const LISTS = /^(?:bt|backtrace|where|w|info|i|list|l|ll|thread backtrace|breakpoint|break|b|breakpoints)(?:\s|$)/;

/** A frame that is not the innermost. */
const OUTER_FRAME = /^\s*(?:frame )?#[1-9]/;

class LineReader {
  readonly #kind: DebuggerKind;
  #stopped: Stopped;
  #breakpoints: readonly Breakpoint[];
  /** No prompt has been seen yet: this may be the rest of a list of frames that has scrolled away. */
  #isBeforePrompt = true;
  /** What is printed now is a list of places, none of which the program stands at. */
  #isList = false;
  /** The last line told a place, or a command that moves on was entered: a source line may follow. */
  #awaitsSource = false;
  /** node lists frames and breakpoints alike: only the command tells them apart. */
  #isBreakpointList: boolean;

  constructor(kind: DebuggerKind, { stopped, breakpoints }: DebuggerState) {
    this.#kind = kind;
    this.#stopped = stopped;
    this.#breakpoints = breakpoints;
    this.#isBreakpointList = kind !== "node";
  }

  read(line: string): void {
    const entered = enteredAt(this.#kind, line);
    // node inspect may print behind its prompt.
    if (entered !== undefined && !(this.#kind === "node" && this.#readLocation(entered))) return this.#handleEntered(entered);
    if (ENDED.test(line)) this.#stopped = undefined;
    if (!this.#isList && (this.#readLocation(line) || this.#readSource(line))) return;
    this.#readBreakpoints(line);
  }

  state(): DebuggerState {
    return {
      kind: this.#kind,
      isAtPrompt: true,
      breakpoints: [...this.#breakpoints],
      ...(this.#stopped && { stopped: this.#stopped }),
    };
  }

  #handleEntered(entered: string): void {
    this.#isBeforePrompt = false;
    this.#isList = LISTS.test(entered);
    this.#awaitsSource = this.#kind === "gdb" && MOVES.test(entered);
    if (this.#kind === "node") this.#isBreakpointList = entered === "breakpoints";
    if (this.#kind === "node" && this.#isBreakpointList) this.#breakpoints = [];
    const deleted = DELETES.exec(entered)?.[1];
    if (deleted !== undefined) this.#remove(Number(deleted));
  }

  #readLocation(line: string): boolean {
    const [, file, number] = LOCATIONS[this.#kind].exec(line) ?? [];
    if (file === undefined || (this.#isBeforePrompt && OUTER_FRAME.test(line))) return false;
    this.#stopped = { file, line: Number(number) };
    this.#awaitsSource = true;
    return true;
  }

  #readSource(line: string): boolean {
    const found = SOURCES[this.#kind].exec(line);
    // gdb and node show the lines around other places, too; the others mark the line with an arrow.
    const isAwaited = this.#awaitsSource || this.#kind === "lldb" || this.#kind === "pdb";
    if (!found || !isAwaited || !this.#stopped) return false;
    const [, number, source = ""] = found;
    this.#awaitsSource = false;
    this.#stopped = { file: this.#stopped.file, line: Number(number || this.#stopped.line), source };
    return true;
  }

  #readBreakpoints(line: string): void {
    if (LIST_BEGINS[this.#kind].test(line)) this.#breakpoints = [];
    const [, id, file, number] =
      SET[this.#kind].exec(line) ?? (this.#isBreakpointList ? LISTED[this.#kind].exec(line) : null) ?? [];
    if (file !== undefined) this.#add({ id: Number(id), file, line: Number(number) });
    const deleted = DELETED.exec(line)?.[1];
    if (deleted !== undefined) this.#remove(Number(deleted));
  }

  #add(breakpoint: Breakpoint): void {
    this.#breakpoints = [...this.#breakpoints.filter(({ id }) => id !== breakpoint.id), breakpoint].slice(-MAX_BREAKPOINTS);
  }

  #remove(id: number): void {
    this.#breakpoints = this.#breakpoints.filter((breakpoint) => breakpoint.id !== id);
  }
}
