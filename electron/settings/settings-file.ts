/**
 * The settings, as their file has them now. The file belongs to the person: it is
 * read again when it changes, its comments stay, and a broken one is not touched.
 * The last good settings stay in use until it is mended.
 */
import { readFileSync, realpathSync, watch } from "node:fs";
import { basename, dirname } from "node:path";
import { Emitter } from "../../shared/emitter.ts";
import { HostError, messageOf } from "../../shared/errors.ts";
import { DEFAULT_SETTINGS, readSettings, SETTING_NAMES, type Settings } from "../../shared/settings/settings.ts";
import type { SettingsChange, SettingsState } from "../../shared/settings/settings-state.ts";
import { makeDirectory } from "../platform/directories.ts";
import { MAX_CHARS, replaceFile } from "../platform/json-file.ts";
import type { Warn } from "../platform/log.ts";
import { describeFault, editSettingsText, parseSettingsText } from "./settings-text.ts";

/** Editors write a file in several steps. It is read when they have been quiet for so long. */
const SETTLE_MS = 60;

export class SettingsFile implements Disposable {
  readonly #path: string;
  readonly #warn: Warn;
  readonly #onChanged = new Emitter<SettingsState>();
  /** The settings, or what is wrong with the file, have changed. */
  readonly onChanged = this.#onChanged.event;
  #state: SettingsState;
  #text: string | undefined;
  #settle: NodeJS.Timeout | undefined;
  #watching: Disposable | undefined;

  /** Reads the file. `warn` is told of every mistake in it. */
  constructor(path: string, warn: Warn) {
    this.#path = realPath(path);
    this.#warn = warn;
    this.#state = { settings: DEFAULT_SETTINGS, given: [], faults: [], isBroken: false, file: path };
    this.#load();
  }

  get settings(): Settings {
    return this.#state.settings;
  }

  get state(): SettingsState {
    return this.#state;
  }

  /** Reads the file again whenever it changes, until the disposal. */
  follow(): void {
    try {
      const directory = dirname(this.#path);
      makeDirectory(directory);
      // The folder, not the file: an editor that writes a new file in its place would leave a watch on the old one.
      const watcher = watch(directory, { persistent: false }, (_event, name) => {
        if (name === null || name === basename(this.#path)) this.#readSoon();
      });
      watcher.on("error", (error) => this.#warn(`Changes of ${this.#path} are not noticed any more: ${messageOf(error)}`));
      this.#watching = { [Symbol.dispose]: () => watcher.close() };
    } catch (error) {
      this.#warn(`Changes of ${this.#path} are not noticed until the host starts again: ${messageOf(error)}`);
    }
  }

  /** Writes a change into the file. Throws `bad-request`, and writes nothing, if a value is wrong or the file is broken. */
  change({ set = "{}", reset = [] }: SettingsChange): SettingsState {
    const values = checkedValues(set);
    this.#load();
    if (this.#state.isBroken) {
      throw new HostError(
        "bad-request",
        `${this.#path} is not changed, because it cannot be read. Mend it first: ${this.#state.faults[0]}`,
      );
    }
    let text = this.#text ?? "";
    for (const name of reset) text = editSettingsText(text, [name], undefined);
    for (const [name, value] of Object.entries(values)) text = editSettingsText(text, [name], value);
    if (text.length > MAX_CHARS)
      throw new HostError("bad-request", `${this.#path} would get longer than ${MAX_CHARS} characters`);
    if (text !== (this.#text ?? "")) replaceFile(this.#path, text);
    this.#load();
    return this.#state;
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#settle);
    this.#watching?.[Symbol.dispose]();
    this.#onChanged[Symbol.dispose]();
  }

  #readSoon(): void {
    clearTimeout(this.#settle);
    this.#settle = setTimeout(() => this.#load(), SETTLE_MS);
    this.#settle.unref();
  }

  #load(): void {
    const before = JSON.stringify(this.#state);
    this.#state = this.#read();
    if (JSON.stringify(this.#state) === before) return;
    for (const fault of this.#state.faults) this.#warn(`${this.#path}: ${fault}`);
    this.#onChanged.fire(this.#state);
  }

  #read(): SettingsState {
    const { file } = this.#state;
    try {
      this.#text = textOf(this.#path);
      const value = parseSettingsText(this.#text ?? "");
      const { settings, faults } = readSettings(value);
      const given = SETTING_NAMES.filter((name) => Object.hasOwn(value, name));
      return { settings, given, faults: faults.map((fault) => describeFault(this.#text ?? "", fault)), isBroken: false, file };
    } catch (error) {
      const fault = `${messageOf(error)}. The last good settings stay in use`;
      return { ...this.#state, faults: [fault], isBroken: true };
    }
  }
}

/** The file that a link leads to: settings are often kept with other ones, in a folder of their own. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** The text of the file; undefined when there is none. */
function textOf(path: string): string | undefined {
  try {
    const text = readFileSync(path, "utf8").replace(/^\uFEFF/, "");
    if (text.length > MAX_CHARS) throw new Error(`it is longer than ${MAX_CHARS} characters`);
    return text;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** A client gets no mistake into the file. */
function checkedValues(text: string): Record<string, unknown> {
  const values = parsed(text);
  const [fault] = readSettings(values).faults;
  if (fault) throw refusal(fault.message.replace(/; [^;]* (?:instead|left out)$/, ""));
  return values as Record<string, unknown>;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw refusal(messageOf(error));
  }
}

function refusal(reason: string): HostError {
  return new HostError("bad-request", `No setting was changed: ${reason}`);
}
