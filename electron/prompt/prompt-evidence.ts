import type { ScreenEvidence } from "../../shared/screen-evidence.ts";
import type { TerminalReader } from "./terminal-reader.ts";

/** What the screen shows, and what the kernel says of who reads the terminal. */
export type PromptEvidence = Omit<ScreenEvidence, "lastLine" | "isLastNew" | "changed" | "changedWithin"> & {
  readonly reading: TerminalReader["reading"];
  /** The reader has woken up since the input was typed. True where that is not known. */
  readonly woke: boolean;
  /** The input ends its line. True where nothing was typed. */
  readonly entered: boolean;
  /** It has a key that the terminal makes a signal, such as Ctrl+C, or ends with Escape: it may stop what runs. */
  readonly interrupts: boolean;
  /** Something has been printed since the input was typed. True where nothing was typed. */
  readonly answered: boolean;
  /** Another thread reads than before the input: a program that the input has started. */
  readonly started: boolean;
  /** As of the terminal's reader. */
  readonly company: boolean;
  readonly untimed: boolean;
  /** The reader has a time limit, and waits for nothing but the terminal: `reading` is `among-others`. */
  readonly timed: boolean;
  /** Another program hands on what is typed, and what is printed: it may be on its way. */
  readonly relayed: boolean;
  /** It reads lines, by how it reads or by the prompt at which one was entered, though the screen is another's, such as tmux's. */
  readonly readsLines: boolean;
  /** The session's shell reads for a command of its own, such as `read` or `select`. */
  readonly shellAsks: boolean;
};
