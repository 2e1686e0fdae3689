/**
 * Keeps the keyboard when what has it goes from the page: a row that a person has removed, a button whose work is
 * done. The browser would leave it nowhere, and a dialog would take it itself.
 *
 * Whoever has pressed the button that goes, goes on beside it: in the row that takes the row's place, in the row before
 * it after the last one, at what has come in place of the button. In all other cases the keyboard goes to the heading
 * above, where the next key presses nothing.
 */
import { controlsIn } from "./controls-in.ts";

const ROWS = "li, tr";
/** Parts that see to the keyboard themselves, or where it must not go on to another session. */
const EXCEPT = ".xterm, [data-session], [data-entry], [data-inbox-entry], [data-parked]";
/** What takes a whole view away. The next view sees to the keyboard. */
const VIEWS = "body, #root, main";

/** What went from the page, with the element that had the keyboard. */
type Removal = {
  readonly lost: Element;
  /** What was taken from the page: `lost` itself, or what is around it. */
  readonly root: Element;
  readonly parent: Element;
  /** What stood before it in `parent`. */
  readonly before: Element | null;
  /** What was put into the page at the same time. */
  readonly added: ReadonlySet<Node>;
};

/** Guards the whole page. */
export function startFocusKeeper(): void {
  const keeper = new FocusKeeper();
  document.addEventListener("focusin", ({ target }) => target instanceof Element && keeper.handleFocus(target));
  const handleClick = ({ target }: Event): void =>
    keeper.handlePress(target instanceof Element ? target.closest("button") : null);
  document.addEventListener("click", handleClick, { capture: true });
}

class FocusKeeper {
  readonly #pressed = new WeakSet<Element>();
  #lastPressed: Element | undefined;
  #focused: Element | undefined;
  /** Where the keyboard was sent on to just now, or has gone from there. */
  #next: { element: HTMLElement | null } | undefined;
  readonly #observer = new MutationObserver((records) => this.#handle(records));

  handlePress(button: Element | null): void {
    if (!button) return;
    this.#pressed.add(button);
    this.#lastPressed = button;
  }

  handleFocus(element: Element): void {
    // A dialog takes the keyboard when it is lost, and once more in the next frame.
    if (element.matches("[role=dialog]")) {
      const next = this.#next?.element;
      if (next && element.contains(next)) return next.focus();
      if (this.#focused?.isConnected === false && this.#handle(this.#observer.takeRecords())) return;
    } else if (this.#next && element instanceof HTMLElement) {
      this.#next.element = element;
    }
    this.#watch(element);
  }

  /** Only a change of what is above an element takes it away. Terminals change all the time, and are not looked at. */
  #watch(element: Element): void {
    this.#focused = element;
    this.#observer.disconnect();
    for (let above = element.parentElement; above; above = above.parentElement)
      this.#observer.observe(above, { childList: true });
  }

  /** Returns whether it has sent the keyboard on. */
  #handle(records: readonly MutationRecord[]): boolean {
    const lost = this.#focused;
    if (!lost) return false;
    if (lost.isConnected) {
      // One that was moved has the keyboard again, and others above it.
      this.#watch(lost);
      return false;
    }
    this.#focused = undefined;
    this.#observer.disconnect();
    const removal = removalOf(lost, records);
    if (!removal || !isNowhere(removal.parent)) return false;
    // Enter in a field presses the button of its form.
    const isOwnDoing = this.#pressed.has(lost) || (this.#lastPressed !== undefined && removal.root.contains(this.#lastPressed));
    this.#goOn((isOwnDoing ? besideOf(removal) : undefined) ?? headingAbove(removal.parent));
    return true;
  }

  #goOn(element: HTMLElement | null): void {
    const next = { element };
    this.#next = next;
    // The next removal may come before that; its own place is not forgotten with this one.
    const forget = (): void => {
      if (this.#next === next) this.#next = undefined;
    };
    requestAnimationFrame(() => requestAnimationFrame(forget));
    element?.focus();
  }
}

/** Undefined where others see to the keyboard. */
function removalOf(lost: Element, records: readonly MutationRecord[]): Removal | undefined {
  const record = records.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(lost)));
  const root = [...(record?.removedNodes ?? [])].find((node) => node.contains(lost));
  if (!record || !(root instanceof Element) || !(record.target instanceof Element)) return undefined;
  const { target: parent, previousSibling } = record;
  if (parent.matches(VIEWS) || parent.closest(EXCEPT) || lost.closest(EXCEPT) || root.querySelector("[data-pane]"))
    return undefined;
  let before = previousSibling;
  while (before && !(before instanceof Element)) before = before.previousSibling;
  return { lost, root, parent, before, added: new Set(records.flatMap(({ addedNodes }) => [...addedNodes])) };
}

/** Whether nothing has the keyboard, or only the dialog around the place. */
function isNowhere(place: Element): boolean {
  const { activeElement: active } = document;
  return active === null || active === document.body || (active.matches("[role=dialog]") && active.contains(place));
}

function besideOf({ lost, root, parent, before, added }: Removal): HTMLElement | undefined {
  const inPlace = before?.isConnected ? before.nextElementSibling : parent.firstElementChild;
  if (root.matches(ROWS)) {
    const controls = controlsIn(root);
    // Counted from the end: what comes before it may be missing in another row.
    const fromEnd = controls.indexOf(lost as HTMLElement) - controls.length;
    const rows = [inPlace, before].filter((row) => row?.isConnected && row.matches(ROWS));
    return rows.map((row) => controlsIn(row).at(fromEnd) ?? controlsIn(row)[0]).find((control) => control !== undefined);
  }
  if (root !== lost) return inPlace && added.has(inPlace) ? controlsIn(inPlace)[0] : undefined;
  if (inPlace || !before?.isConnected) return controlsIn(inPlace)[0];
  // The end of a list that had more to show.
  return before.matches("ul, ol") ? controlsIn(before.lastElementChild)[0] : controlsIn(before).find((one) => one === before);
}

/** The heading of the nearest part of the page that has one. */
function headingAbove(place: Element): HTMLElement | null {
  for (let above: Element | null = place; above; above = above.parentElement) {
    const heading = above.matches("section, aside, [data-setting], [role=dialog], main")
      ? above.querySelector<HTMLElement>("h1, h2, h3")
      : null;
    if (!heading) continue;
    if (!heading.hasAttribute("tabindex")) heading.tabIndex = -1;
    return heading;
  }
  return document.querySelector("main");
}
