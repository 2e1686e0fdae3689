/** How a person edits the text of a parked write: without the Enter at its end, which stays. */

const LAST_ENTER = /\r\n?$/;

/** The text as it stands in a field of one line. */
export function editableText(text: string): string {
  return text.replace(LAST_ENTER, "");
}

/** What is typed in place of `text` after a person has changed it to `edited`. */
export function editedText(text: string, edited: string): string {
  return edited + (LAST_ENTER.exec(text)?.[0] ?? "");
}
