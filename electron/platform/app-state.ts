/**
 * The file with what the desktop app remembers between two runs. Unlike settings,
 * users do not edit it, and damaged values are forgotten.
 */
import { isRecord } from "../../shared/json.ts";
import { messageOf } from "../../shared/errors.ts";
import { readJson, writeJson } from "./json-file.ts";
import type { Warn } from "./log.ts";

export type WindowBounds = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly maximized: boolean;
};

/** What closing the window does while programs run: ask the user, keep them running with the app in the tray, or end them. */
export type CloseSetting = "ask" | "keep" | "end";

export type AppState = { readonly window?: WindowBounds; readonly onClose: CloseSetting };

export class AppStateFile {
  readonly #path: string;
  readonly #warn: Warn;
  #state: AppState;

  /** Reads the file. Calls `warn` when it cannot be read or written. */
  constructor(path: string, warn: Warn) {
    this.#path = path;
    this.#warn = warn;
    this.#state = this.#read();
  }

  get state(): AppState {
    return this.#state;
  }

  /** Changes the state and writes the file. A failure affects only the next run. */
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
      if (faults.length > 0) this.#warn(`${this.#path}: invalid ${faults.join(" and ")}; the defaults are used`);
      return state;
    } catch (error) {
      this.#warn(`${this.#path} is damaged and was ignored: ${messageOf(error)}`);
      return { onClose: "ask" };
    }
  }
}

/** The valid values of the file, and the names of the invalid ones. */
function parseAppState(value: unknown): { state: AppState; faults: string[] } {
  if (!isRecord(value)) return { state: { onClose: "ask" }, faults: ["content"] };
  const faults: string[] = [];
  const bounds = parseBounds(value["window"]);
  if (value["window"] !== undefined && !bounds) faults.push("window");
  const onClose = value["onClose"] ?? "ask";
  const isValid = onClose === "ask" || onClose === "keep" || onClose === "end";
  if (!isValid) faults.push("onClose");
  return { state: { onClose: isValid ? onClose : "ask", ...(bounds && { window: bounds }) }, faults };
}

function parseBounds(value: unknown): WindowBounds | undefined {
  if (!isRecord(value)) return undefined;
  const { x, y, width, height, maximized } = value;
  const fits = [x, y, width, height].every((number) => Number.isSafeInteger(number) && Math.abs(Number(number)) < 100_000);
  if (!fits || typeof maximized !== "boolean") return undefined;
  return { x: Number(x), y: Number(y), width: Number(width), height: Number(height), maximized };
}
