const CONTROLS = "a[href], button, input, select, textarea, summary, [tabindex='0']";

/** What a person can use in a part of the page, itself included, in the page's order. */
export function controlsIn(element: Element | null | undefined): HTMLElement[] {
  if (!element) return [];
  const within = [...element.querySelectorAll<HTMLElement>(CONTROLS)];
  const all = element.matches(CONTROLS) ? [element as HTMLElement, ...within] : within;
  return all.filter((control) => !control.matches(":disabled"));
}
