/** Asks the user what closing the window should do while programs run, unless the user has chosen to be asked no more. */
import type { MessageBoxOptions, MessageBoxReturnValue } from "electron";
import type { CloseSetting } from "../platform/app-state.ts";

export type CloseAnswer = { readonly action: "keep" | "end" | "cancel"; readonly remember: boolean };

export type CloseQuestionOptions = {
  /** The choice that the user has made earlier. */
  readonly onClose: CloseSetting;
  /** The names of the programs that would end with the app. */
  readonly running: readonly string[];
  readonly ask: (options: MessageBoxOptions) => Promise<MessageBoxReturnValue>;
};

/** The question names this many programs and only counts the others. */
const MAX_NAMES = 8;

/** Resolves with the user's choice. Does not ask when an earlier choice is remembered. */
export async function askBeforeClosing({ onClose, running, ask }: CloseQuestionOptions): Promise<CloseAnswer> {
  if (onClose !== "ask") return { action: onClose, remember: false };
  const { response, checkboxChecked } = await ask({
    type: "question",
    message: `${programs(running.length)} still running`,
    detail: `${names(running)}\n\n“Keep running” leaves Cotty in the tray. “End them” stops these programs and everything they have started; their recordings stay.`,
    buttons: ["Keep running", "End them", "Cancel"],
    defaultId: 0,
    cancelId: 2,
    checkboxLabel: "Remember my choice",
    checkboxChecked: false,
    noLink: true,
  });
  const action = (["keep", "end"] as const)[response] ?? "cancel";
  return { action, remember: action !== "cancel" && checkboxChecked };
}

function programs(count: number): string {
  return count === 1 ? "One program is" : `${count} programs are`;
}

function names(running: readonly string[]): string {
  const more = running.length - MAX_NAMES;
  return running.slice(0, MAX_NAMES).join(", ") + (more > 0 ? ` and ${more} more` : "");
}
