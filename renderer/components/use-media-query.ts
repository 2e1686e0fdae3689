/** Whether the window is of some kind, as CSS would ask. */
import { useEffect, useState } from "react";

/** Asked once and then told: asking makes the browser bring its styles up to date each time. */
export function useMediaQuery(query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const update = (): void => setMatches(list.matches);
    update();
    list.addEventListener("change", update);
    return () => list.removeEventListener("change", update);
  }, [query]);
  return matches;
}
