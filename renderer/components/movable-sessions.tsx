/** Lets a person move sessions to other places, with the pointer or with the keyboard. */
import {
  type Announcements,
  DndContext,
  type DragEndEvent,
  DragOverlay,
  type KeyboardCoordinateGetter,
  KeyboardSensor,
  PointerSensor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { GripVertical } from "lucide-react";
import { memo, type ReactElement, type ReactNode, useCallback, useMemo, useState } from "react";
import { moveTo } from "../commands/arrange-sessions.ts";
import { type Direction, nearestBox } from "../commands/nearest-box.ts";
import { type App, useApp } from "../state/app-context.ts";
import { titleOf } from "../state/session-display.ts";

/** A press that moves less than 5 pixels is a click. */
const BY_POINTER = { activationConstraint: { distance: 5 } };

export function MovableSessions({ children }: { children: ReactNode }): ReactElement {
  const app = useApp();
  const [moved, setMoved] = useState<string>();
  // Options that are new objects would render every handle and place with each render here.
  const sensors = useSensors(useSensor(PointerSensor, BY_POINTER), useSensor(KeyboardSensor, BY_KEYS));
  const accessibility = useMemo(
    () => ({
      announcements: announcementsFor(app),
      screenReaderInstructions: {
        draggable: "To move the session, press Enter. Then press the arrow keys, and Enter again. Escape cancels.",
      },
    }),
    [app],
  );
  const handleEnd = ({ active, over }: DragEndEvent): void => {
    setMoved(undefined);
    if (over) moveTo(app, String(active.id), String(over.id));
  };
  return (
    <DndContext
      sensors={sensors}
      accessibility={accessibility}
      onDragStart={({ active }) => setMoved(String(active.id))}
      onDragEnd={handleEnd}
      onDragCancel={() => setMoved(undefined)}
    >
      {children}
      <DragOverlay dropAnimation={null}>
        {moved !== undefined && (
          <div className="grid h-full place-items-center rounded-lg border-2 border-you bg-bg-3 opacity-80">
            <span className="max-w-full truncate px-4 font-semibold">{nameOf(app, moved)}</span>
          </div>
        )}
      </DragOverlay>
    </DndContext>
  );
}

/** A place that a session can be moved to. */
export function MovablePlace({ id, children }: { id: string; children: ReactNode }): ReactElement {
  const { setNodeRef, isOver } = useDroppable({ id });
  return (
    <div ref={setNodeRef} className={`grid min-w-0 rounded-lg ${isOver ? "outline-2 outline-you" : ""}`}>
      {children}
    </div>
  );
}

type MoveHandleProps = { readonly id: string; readonly title: string; readonly tabIndex: number };

/** The button by which a session is moved. It stands in the tile or row that it moves. Memoized, as the tile changes often. */
export const MoveHandle = memo(function MoveHandle({ id, title, tabIndex }: MoveHandleProps): ReactElement {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, isDragging } = useDraggable({ id });
  const ref = useCallback(
    (handle: HTMLButtonElement | null) => {
      setActivatorNodeRef(handle);
      setNodeRef(handle?.closest<HTMLElement>("[data-session]") ?? null);
    },
    [setNodeRef, setActivatorNodeRef],
  );
  return (
    <button
      ref={ref}
      type="button"
      {...attributes}
      {...listeners}
      tabIndex={tabIndex}
      aria-pressed={isDragging}
      aria-label={`Move ${title}`}
      className="icon-button cursor-grab touch-none text-text-3 opacity-0 group-hover/session:opacity-100 group-has-focus-visible/session:opacity-100"
    >
      <GripVertical size={14} aria-hidden />
    </button>
  );
});

const DIRECTIONS: Readonly<Record<string, Direction>> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
};

/** An arrow key goes from the place that is pointed at to the next one in its direction. */
const toNearestPlace: KeyboardCoordinateGetter = (event, { context: { droppableRects, over, active } }) => {
  const direction = DIRECTIONS[event.code];
  if (!direction) return undefined;
  event.preventDefault();
  const places = [...droppableRects];
  const from = places.findIndex(([id]) => id === (over ?? active)?.id);
  const next = nearestBox(
    places.map(([, box]) => box),
    from,
    direction,
  );
  const box = next === undefined ? undefined : places[next]?.[1];
  return box && { x: box.left, y: box.top };
};

const BY_KEYS = { coordinateGetter: toNearestPlace };

function announcementsFor(app: App): Announcements {
  const name = (item: { readonly id: string | number } | null): string => nameOf(app, String(item?.id ?? ""));
  return {
    onDragStart: ({ active }) => `${name(active)} is moved`,
    onDragOver: ({ active, over }) => (over ? `${name(active)} would take the place of ${name(over)}` : undefined),
    onDragEnd: ({ active, over }) => (over ? `${name(active)} has the place of ${name(over)}` : `${name(active)} stays`),
    onDragCancel: ({ active }) => `${name(active)} stays`,
  };
}

function nameOf(app: App, id: string): string {
  const session = app.store.getState().sessions.get(id);
  return session ? titleOf(session) : id;
}
