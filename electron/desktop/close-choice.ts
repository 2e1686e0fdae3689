/** What closing the window does while programs run: a question, asked until a person has had enough of it. */
import type { MessageBoxOptions, MessageBoxReturnValue } from "electron";
import type { OnClose } from "../platform/app-state.ts";

export type Answer = { readonly action: "keep" | "end" | "cancel"; readonly remember: boolean };

export type CloseQuestion = {
  /** What was remembered. */
  readonly onClose: OnClose;
  /** Programs that would end with the app. */
  readonly running: readonly string[];
  readonly ask: (options: MessageBoxOptions) => Promise<MessageBoxReturnValue>;
};

/** Most of them are told by name; what else runs, by number. */
const MAX_NAMES = 8;

export async function chooseClose({ onClose, running, ask }: CloseQuestion): Promise<Answer> {
  if (onClose !== "ask") return { action: onClose, remember: false };
  const { response, checkboxChecked } = await ask({
    type: "question",
    message: `${programs(running.length)} still running`,
    detail: `${names(running)}\n\nKept running, Cotty stays in the tray. Ended, they are stopped with all they have started; their recordings stay.`,
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
