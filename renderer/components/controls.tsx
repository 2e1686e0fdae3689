/** Small parts used everywhere: buttons with a name, menus, key chords. */
import { Menu as BaseMenu } from "@base-ui/react/menu";
import { Tooltip } from "@base-ui/react/tooltip";
import { type ButtonHTMLAttributes, type ReactElement, type ReactNode, useEffect, useRef } from "react";
import { useApp } from "../state/app-context.ts";
import { type ChordAction, chordLabel } from "../commands/chords.ts";

export function Chord({ action }: { action: ChordAction }): ReactElement {
  const { mac } = useApp();
  return <kbd className="chord">{chordLabel(action, mac)}</kbd>;
}

type IconButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  readonly label: string;
  readonly chord?: ChordAction | undefined;
  readonly children: ReactNode;
};

/** A button that shows an icon and is named by its tooltip. */
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
            {chord && <Chord action={chord} />}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}

/** A menu beneath its button. */
export function Menu({ trigger, children }: { trigger: ReactElement; children: ReactNode }): ReactElement {
  // Inside a landmark, so that who goes from one to the next does not miss it.
  const landmark = useRef<HTMLElement>(null);
  useEffect(() => {
    landmark.current = document.querySelector("main");
  }, []);
  return (
    <BaseMenu.Root>
      <BaseMenu.Trigger render={trigger} />
      <BaseMenu.Portal container={landmark}>
        <BaseMenu.Positioner sideOffset={4} align="end" className="z-20">
          <BaseMenu.Popup className="popup min-w-48 p-1 outline-none">{children}</BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}

type MenuItemProps = {
  readonly onClick: () => void;
  readonly children: ReactNode;
  readonly chord?: ChordAction;
  readonly disabled?: boolean;
  readonly danger?: boolean;
};

export function MenuItem({ onClick, children, chord, disabled = false, danger = false }: MenuItemProps): ReactElement {
  const color = danger && !disabled ? "text-fail" : "";
  return (
    <BaseMenu.Item className={`menu-item ${color}`} onClick={onClick} disabled={disabled}>
      <span className="flex-1">{children}</span>
      {chord && <Chord action={chord} />}
    </BaseMenu.Item>
  );
}

export function MenuSeparator(): ReactElement {
  return <BaseMenu.Separator className="my-1 h-px bg-line-1" />;
}

export function MenuLabel({ children }: { children: ReactNode }): ReactElement {
  return <BaseMenu.GroupLabel className="px-2.5 py-1 text-label font-semibold text-text-3">{children}</BaseMenu.GroupLabel>;
}
