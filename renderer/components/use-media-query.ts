/** Whether a CSS media query matches the window. */
import { useEffect, useState } from "react";

/** Asks once and then listens: each time it is asked, the browser brings its styles up to date first. */
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
