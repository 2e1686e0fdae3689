/** A question before something that cannot be taken back. The keyboard begins at Cancel. */
import { type KeyboardEvent, type ReactElement, type ReactNode, useRef } from "react";
import { useApp } from "../state/app-context.ts";
import { closeDialog, Dialog, DialogButtons } from "./dialog.tsx";

type ConfirmationProps = {
  readonly title: string;
  /** What will happen. */
  readonly children: ReactNode;
  /** What the button that goes ahead says. */
  readonly action: ReactNode;
  readonly onConfirm: () => void;
  /** Enter does not go ahead: it is pressed too easily. */
  readonly isDangerous?: boolean;
  /** Another answer, between Cancel and the button that goes ahead. */
  readonly other?: { readonly label: string; readonly onChoose: () => void };
  readonly onKeyDown?: (event: KeyboardEvent) => void;
};

export function Confirmation(props: ConfirmationProps): ReactElement {
  const { title, children, action, onConfirm, isDangerous = false, other, onKeyDown } = props;
  const app = useApp();
  const cancel = useRef<HTMLButtonElement>(null);
  const answer = (act: () => void) => (): void => {
    closeDialog(app);
    act();
  };
  return (
    <Dialog title={title} initialFocus={cancel} {...(onKeyDown && { onKeyDown })}>
      {children}
      <DialogButtons>
        <button ref={cancel} type="button" className="button" onClick={answer(() => {})}>
          Cancel
        </button>
        {other && (
          <button type="button" className="button" onClick={answer(other.onChoose)}>
            {other.label}
          </button>
        )}
        <button
          type="button"
          className={`button ${isDangerous ? "button-danger" : "button-primary"}`}
          onKeyDown={(event) => isDangerous && event.key === "Enter" && event.preventDefault()}
          onClick={answer(onConfirm)}
        >
          {action}
        </button>
      </DialogButtons>
    </Dialog>
  );
}
