/** The frame of every dialog: keeps the focus inside, gives it back, closes with Escape. */
import { Dialog as BaseDialog } from "@base-ui/react/dialog";
import { type KeyboardEvent, type ReactElement, type ReactNode, type RefObject, useRef, useState } from "react";
import { controlsIn } from "../commands/controls-in.ts";
import { useApp } from "../state/app-context.ts";
import { isPage } from "../state/selectors.ts";

type DialogProps = {
  readonly title: string;
  readonly children: ReactNode;
  /** The element that has the focus first; the first field when absent. */
  readonly initialFocus?: RefObject<HTMLElement | null>;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  readonly wide?: boolean;
  /** In place of closing, when a person presses Escape or clicks beside it. */
  readonly onClose?: () => void;
};

export function Dialog({ title, children, initialFocus, onKeyDown, wide = false, onClose }: DialogProps): ReactElement {
  const app = useApp();
  const focusAtOnce = useInitialFocus(initialFocus);
  const finalFocus = useFinalFocus();
  return (
    <BaseDialog.Root open onOpenChange={(open) => !open && (onClose ?? (() => closeDialog(app)))()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="backdrop z-10" />
        <BaseDialog.Viewport className="fixed inset-0 z-10 flex items-start justify-center overflow-y-auto p-4 pt-[12vh]">
          <BaseDialog.Popup
            className={`popup w-full p-4 outline-none ${wide ? "max-w-2xl" : "max-w-md"}`}
            {...focusAtOnce}
            finalFocus={finalFocus}
            onKeyDown={onKeyDown}
          >
            <BaseDialog.Title className="mb-3 text-heading font-semibold">{title}</BaseDialog.Title>
            {children}
          </BaseDialog.Popup>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

/**
 * Gives a dialog the keyboard as soon as it is there, at its first control where no other is wanted. The library would wait for
 * the next frame. What a person goes on typing until then would go to the terminal that they came from.
 */
export function useInitialFocus(wanted?: RefObject<HTMLElement | null>) {
  const popup = useRef<HTMLDivElement>(null);
  const initialFocus = (): false => {
    const first = controlsIn(popup.current).find(({ tabIndex }) => tabIndex >= 0);
    (wanted?.current ?? first ?? popup.current)?.focus();
    return false;
  };
  return { ref: popup, initialFocus };
}

/**
 * Where the keyboard goes when a dialog closes. It goes back to the button it
 * came from, if that is still there. In the view of sessions, it goes from a
 * terminal or another dialog to the terminal that is open now: the dialog may
 * have opened one beside the first. A terminal that is not on the page yet
 * takes the keyboard by itself. If the dialog has led to a page, it goes there.
 */
export function useFinalFocus(): () => boolean {
  const app = useApp();
  const [cameFrom] = useState(() => document.activeElement);
  const [viewBefore] = useState(() => app.store.getState().view.kind);
  return () => {
    const { view } = app.store.getState();
    if (isPage(view) && view.kind !== viewBefore) {
      document.querySelector<HTMLElement>("main")?.focus();
      return false;
    }
    const isButton = cameFrom instanceof HTMLButtonElement && cameFrom.isConnected;
    if (view.kind !== "session" || isButton) return true;
    app.terminals.of(view.id)?.focus();
    return false;
  };
}

export function closeDialog(app: ReturnType<typeof useApp>): void {
  app.store.setState({ dialog: undefined });
}

/** The row of buttons that ends a dialog. The one that changes nothing comes first. */
export function DialogButtons({ children }: { children: ReactNode }): ReactElement {
  return <div className="mt-4 flex flex-wrap justify-end gap-2">{children}</div>;
}
