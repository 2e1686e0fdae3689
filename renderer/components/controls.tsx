/** Small parts used everywhere: buttons with a name, menus, chords. */
import { Menu as BaseMenu } from "@base-ui/react/menu";
import { Tooltip } from "@base-ui/react/tooltip";
import { type ButtonHTMLAttributes, type ReactElement, type ReactNode, useEffect, useRef } from "react";
import type { SessionId } from "../../shared/protocol.ts";
import { type WindowCommandId, windowCommand } from "../../shared/window-commands.ts";
import { chordLabel } from "../commands/chords.ts";
import { useCommand } from "./use-command.ts";
import { useKeyboard } from "./use-keyboard.ts";

/** The chord of a command, as this platform writes it; nothing for a command without one. */
export function Chord({ command }: { command: WindowCommandId }): ReactElement | null {
  const label = chordLabel(command, useKeyboard());
  return label === "" ? null : <kbd className="chord">{label}</kbd>;
}

type IconButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  readonly label: string;
  /** The command whose chord the tooltip shows. */
  readonly chord?: WindowCommandId;
  readonly children: ReactNode;
};

/** A button that shows an icon; its tooltip shows its name. */
export function IconButton({ label, chord, children, className = "", ...rest }: IconButtonProps): ReactElement {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger render={<button type="button" aria-label={label} className={`icon-button ${className}`} {...rest} />}>
        {children}
      </Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Positioner sideOffset={6} className="z-20">
          <Tooltip.Popup className="popup flex items-center gap-2 px-2 py-1 text-meta">
            {label}
            {chord && <Chord command={chord} />}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}

/** A menu beneath its button. */
export function Menu({ trigger, children }: { trigger: ReactElement; children: ReactNode }): ReactElement {
  // Inside a landmark, so that nobody who moves from landmark to landmark misses it.
  const landmark = useRef<HTMLElement>(null);
  useEffect(() => {
    landmark.current = document.querySelector("main");
  }, []);
  const before = useRef<Element>(null);
  const remember = (open: boolean): void => {
    if (open) before.current = document.activeElement;
  };
  const popup = useRef<HTMLDivElement>(null);
  const finalFocus = (): boolean | HTMLElement => {
    const focused = document.activeElement;
    const isElsewhere = focused !== null && focused !== document.body && !popup.current?.contains(focused);
    // A closed menu stays until the next frame. The dialog that its item has opened may have the keyboard by then.
    if (isElsewhere) return false;
    // Whoever was typing goes on typing. Others are at the button again.
    return before.current?.closest(".xterm")?.querySelector("textarea") ?? true;
  };
  return (
    <BaseMenu.Root onOpenChange={remember}>
      <BaseMenu.Trigger render={trigger} />
      <BaseMenu.Portal container={landmark}>
        <BaseMenu.Positioner sideOffset={4} align="end" className="z-20">
          <BaseMenu.Popup
            ref={popup}
            className="popup max-h-(--available-height) min-w-48 overflow-y-auto p-1 outline-none"
            finalFocus={finalFocus}
          >
            {children}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}

type CommandItemProps = {
  readonly command: WindowCommandId;
  /** The session to act on, for a command that needs one. */
  readonly session?: SessionId;
  /** Shown in place of the command's label. */
  readonly children?: ReactNode;
  readonly danger?: boolean;
};

/** A menu's item that runs a command of the window, with the command's label and chord. */
export function CommandItem({ command, session, children, danger = false }: CommandItemProps): ReactElement {
  const run = useCommand();
  const { label } = windowCommand(command);
  return (
    <BaseMenu.Item
      className={`menu-item ${danger ? "text-fail" : ""}`}
      onClick={() => run(command, session === undefined ? {} : { session })}
    >
      <span className="flex-1">{children ?? label}</span>
      <Chord command={command} />
    </BaseMenu.Item>
  );
}

export function MenuSeparator(): ReactElement {
  return <BaseMenu.Separator className="my-1 h-px bg-line-1" />;
}

export function MenuLabel({ children }: { children: ReactNode }): ReactElement {
  return <BaseMenu.GroupLabel className="px-2.5 py-1 text-label font-semibold text-text-3">{children}</BaseMenu.GroupLabel>;
}
