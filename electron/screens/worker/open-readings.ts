/** Readings of output that have not come to its end. The next request of the same reader goes on with them. */
import type { ReadingPlace, RenderedPiece } from "../screen-types.ts";
import type { Screen } from "./screen.ts";
import type { Steps } from "./steps.ts";
import { TextReading } from "./text-reading.ts";

/** Readings that are kept in one thread. Each holds an emulator, with its scrollback packed: some megabytes. */
const MAX_KEPT = 8;

type OpenReading = ReadingPlace & { readonly screen: Screen; readonly reading: TextReading };

export class OpenReadings {
  /** The one that was used last is the last. */
  #kept: OpenReading[] = [];

  /** Renders `text` as the beginning of a reading, which is kept at `next`. Without `next`, it ends with `text`. */
  begin(screen: Screen, request: { prelude: string; before: string; text: string; next?: ReadingPlace }): Steps<RenderedPiece> {
    return this.#read(screen, new TextReading(screen.size, request), request);
  }

  /** Renders `text` as the next piece of the reading that is kept at `at`; undefined when there is none. */
  goOn(screen: Screen, request: { at: ReadingPlace; text: string; next?: ReadingPlace }): Steps<RenderedPiece> | undefined {
    const { reader, offset } = request.at;
    const index = this.#kept.findIndex((kept) => kept.screen === screen && kept.reader === reader && kept.offset === offset);
    const [found] = index < 0 ? [] : this.#kept.splice(index, 1);
    return found && this.#read(screen, found.reading, request);
  }

  /** The screen is closed. */
  drop(screen: Screen): void {
    for (const { reading } of this.#kept.filter((kept) => kept.screen === screen)) reading[Symbol.dispose]();
    this.#kept = this.#kept.filter((kept) => kept.screen !== screen);
  }

  *#read(screen: Screen, reading: TextReading, { text, next }: { text: string; next?: ReadingPlace }): Steps<RenderedPiece> {
    if (next) {
      const piece = yield* reading.next(text);
      this.#kept.push({ ...next, screen, reading });
      if (this.#kept.length > MAX_KEPT) this.#kept.shift()?.reading[Symbol.dispose]();
      return piece;
    }
    using last = reading;
    return yield* last.finish(text);
  }
}
