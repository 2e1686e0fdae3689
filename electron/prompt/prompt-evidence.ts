/** Puts what the kernel says of a program beside what the screen shows of it. */
import type { ScreenEvidence } from "../../shared/screen-evidence.ts";
import type { TerminalReader } from "./terminal-reader.ts";

/** What the screen shows, and what the kernel says of who reads the terminal. */
export type PromptEvidence = Omit<ScreenEvidence, "lastLine" | "isLastNew" | "changed" | "changedWithin" | "newsEnd"> & {
  readonly reading: TerminalReader["reading"];
  /** The reader has woken up since the input was typed. True where that is not known. */
  readonly woke: boolean;
  /** The input ends its line. True where nothing was typed. */
  readonly entered: boolean;
  /** It has a key that the terminal makes a signal, such as Ctrl+C, or ends with Escape: it may stop what runs. */
  readonly mayStop: boolean;
  /** Something has been printed since the input was typed. True where nothing was typed. */
  readonly answered: boolean;
  /** Another thread reads than before the input: a program that the input has started. */
  readonly started: boolean;
  /** The name of the reader's program; empty where it is not known. */
  readonly program: string;
  /** As of the terminal's reader. */
  readonly company: boolean;
  readonly untimed: boolean;
  /** The reader has a time limit, and waits for nothing but the terminal: `reading` is `among-others`. */
  readonly timed: boolean;
  /** The reader goes on by itself some time, be it `alone` or not: its call has a time limit. */
  readonly limited: boolean;
  /** A server answers what is typed, and the reader waits for nothing else. */
  readonly isClient: boolean;
  /** Another program hands on what is typed, and what is printed: it may be on its way. */
  readonly relayed: boolean;
  /** It reads lines, by how it reads or by the prompt at which one was entered, though the screen is another's, such as tmux's. */
  readonly readsLines: boolean;
  /** The session's shell reads for a command of its own, such as `read` or `select`. */
  readonly shellAsks: boolean;
};

/** What the rules ask of the input. */
export type TypedInput = Pick<PromptEvidence, "entered" | "mayStop"> & {
  /** It ends with Escape, with which other keys begin. */
  readonly escapes: boolean;
};

/** Enter, and Ctrl+D, which hands a program its line without one. */
const ENDS_LINE = /[\r\n\x04]/;
/** Ctrl+C, Ctrl+Z and Ctrl+\, which the terminal makes signals (termios(3)). */
const SIGNALS = /[\x03\x1a\x1c]/;

/** `keys`: as the keyboard would send them. Empty where nothing is typed, or a click. */
export function typedInput(keys: string): TypedInput {
  const escapes = keys.endsWith("\x1b");
  return { entered: keys === "" || ENDS_LINE.test(keys), mayStop: escapes || SIGNALS.test(keys), escapes };
}

/**
 * Who reads, for these rules. A program that waits for the terminal with a time limit may only look for keys while it is at
 * work, as an event loop does. Full-screen programs, and menus below the cursor, redraw themselves so. `mayBeKey`: Escape
 * has been typed, and nothing has come of it. For a moment, a program may wait for the rest of another key, which begins so.
 */
export function readingOf(
  { reading, timed }: TerminalReader,
  { alternate, drawnBelow, mayBeKey }: Pick<ScreenEvidence, "alternate" | "drawnBelow"> & { readonly mayBeKey: boolean },
): Pick<PromptEvidence, "reading" | "timed"> {
  const redraws = (alternate || drawnBelow) && !mayBeKey;
  const isTimed = reading === "alone" && timed === true && !redraws;
  return { reading: isTimed ? "among-others" : reading, timed: isTimed };
}

/** By the names of their processes. */
const SHELL = /^(?:ba|da|k|mk|z)?sh$/;

const NOBODY = { reading: "no", timed: false } as const;

export type LookedAt = {
  readonly screen: ScreenEvidence;
  readonly reader: TerminalReader;
  /** Who read the terminal before anything was typed; undefined where nothing is. */
  readonly before: TerminalReader | undefined;
  readonly input: TypedInput;
  /** Something has been printed since then. */
  readonly hasPrinted: boolean;
  /** The session's first process. */
  readonly pid: number;
};

export function promptEvidence(look: LookedAt): PromptEvidence & ScreenEvidence {
  const { screen, reader, before, pid } = look;
  const { entered, mayStop, escapes } = look.input;
  const { turn, thread, call, program = "", company = false, untimed = false, isClient = false } = reader;
  const answered = before === undefined || look.hasPrinted;
  const relayed = reader.relayed === true;
  const { reading, timed } = readingNow(look, escapes && !answered);
  return {
    ...screen,
    reading,
    timed,
    woke: before === undefined || before.turn === "" || reading === "unknown" || turn !== before.turn,
    entered,
    mayStop,
    answered,
    started: before?.thread !== undefined && thread !== undefined && thread !== before.thread,
    program,
    company,
    untimed,
    limited: reader.timed === true,
    isClient,
    relayed,
    // Over ssh, the kernel tells of no tmux: a shell's prompt within a full-screen program does.
    readsLines: relayed ? call === "read" || screen.returns : isClient && screen.alternate && screen.returns,
    shellAsks: reader.pid === pid && readsForCommand(screen, reader),
  };
}

/**
 * A shell does. Its own prompt it reads key by key, zsh apart, and without a time limit: with one, as in `read -t`, it waits for
 * the terminal before it reads.
 */
function readsForCommand({ runsCommand }: ScreenEvidence, { reading, timed, call, program = "" }: TerminalReader): boolean {
  return (runsCommand && call === "read") || (reading === "alone" && timed === true && SHELL.test(program));
}

function readingNow({ screen, reader, before }: LookedAt, mayBeKey: boolean): Pick<PromptEvidence, "reading" | "timed"> {
  if (before !== undefined && takesNoInput(screen, reader, before)) return NOBODY;
  return readingOf(reader, { ...screen, mayBeKey });
}

/**
 * Though it looks as if it did: one that is stopped stands at its prompt, and Vim looks for Ctrl+C while it runs a command. An
 * event loop that was not there before may have started a process for itself, as lnav does.
 */
function takesNoInput({ alternate }: ScreenEvidence, reader: TerminalReader, before: TerminalReader): boolean {
  const mayRunCommand = reader.thread === before.thread || reader.reading === "alone";
  const runsCommand = alternate && reader.timed === true && reader.company === true && before.company !== true && mayRunCommand;
  return reader.isStopped === true || runsCommand;
}
