/**
 * What the desktop app remembers between two runs. Not settings: nobody edits
 * it, and what is damaged in it is simply forgotten.
 */
import { isRecord } from "../../shared/json.ts";
import { messageOf } from "../../shared/errors.ts";
import { readJson, writeJson } from "./json-file.ts";

export type WindowBounds = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly maximized: boolean;
};

/** What closing the window does while programs run: ask, leave them to the tray, or end them. */
export type OnClose = "ask" | "keep" | "end";

export type AppState = { readonly window?: WindowBounds; readonly onClose: OnClose };

type Warn = (message: string) => void;

export class AppStateFile {
  readonly #path: string;
  readonly #warn: Warn;
  #state: AppState;

  constructor(path: string, warn: Warn) {
    this.#path = path;
    this.#warn = warn;
    this.#state = this.#read();
  }

  get state(): AppState {
    return this.#state;
  }

  /** Remembers; a disk that refuses costs the memory of the next run, nothing in this one. */
  update(change: Partial<AppState>): void {
    this.#state = { ...this.#state, ...change };
    try {
      writeJson(this.#path, this.#state);
    } catch (error) {
      this.#warn(`${this.#path} was not written: ${messageOf(error)}`);
    }
  }

  #read(): AppState {
    try {
      const { state, faults } = parseAppState(readJson(this.#path) ?? {});
      if (faults.length > 0) this.#warn(`${this.#path}: ${faults.join(" and ")} not understood, and left at the default`);
      return state;
    } catch (error) {
      this.#warn(`${this.#path} is damaged and is ignored: ${messageOf(error)}`);
      return { onClose: "ask" };
    }
  }
}

/** What can be understood of it, and the names of what cannot. */
function parseAppState(value: unknown): { state: AppState; faults: string[] } {
  if (!isRecord(value)) return { state: { onClose: "ask" }, faults: ["everything"] };
  const faults: string[] = [];
  const bounds = parseBounds(value["window"]);
  if (value["window"] !== undefined && !bounds) faults.push("window");
  const onClose = value["onClose"] ?? "ask";
  const known = onClose === "ask" || onClose === "keep" || onClose === "end";
  if (!known) faults.push("onClose");
  return { state: { onClose: known ? onClose : "ask", ...(bounds && { window: bounds }) }, faults };
}

function parseBounds(value: unknown): WindowBounds | undefined {
  if (!isRecord(value)) return undefined;
  const { x, y, width, height, maximized } = value;
  const fits = [x, y, width, height].every((number) => Number.isSafeInteger(number) && Math.abs(Number(number)) < 100_000);
  if (!fits || typeof maximized !== "boolean") return undefined;
  return { x: Number(x), y: Number(y), width: Number(width), height: Number(height), maximized };
}
