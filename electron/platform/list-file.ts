/** A small JSON file that holds a list. A file that cannot be read is set aside, so that nothing is lost. */
import { renameSync } from "node:fs";
import { messageOf } from "../../shared/errors.ts";
import { readJson, writeJson } from "./json-file.ts";
import type { Warn } from "./log.ts";

export type ListFileOptions<T> = {
  readonly path: string;
  /** What a row is called in a warning: "rules". */
  readonly rows: string;
  readonly isRow: (value: unknown) => value is T;
  readonly warn: Warn;
};

export class ListFile<T> {
  readonly #options: ListFileOptions<T>;
  /** Rows that this version does not know. They count for nothing and stay in the file: a newer version has written them, or a person. */
  #unknown: readonly unknown[] = [];

  constructor(options: ListFileOptions<T>) {
    this.#options = options;
  }

  /** The rows that were saved. What is no row is left out, after a warning, and stays in the file. */
  load(): T[] {
    const { path, rows, isRow, warn } = this.#options;
    let found: unknown;
    try {
      found = readJson(path) ?? [];
    } catch (error) {
      return this.#setAside(messageOf(error));
    }
    if (!Array.isArray(found)) return this.#setAside("it is not a list");
    const unknown = found.filter((row) => !isRow(row));
    this.#unknown = unknown;
    if (unknown.length > 0) warn(`${path}: ${unknown.length} rows are no ${rows} and do not count`);
    return found.filter(isRow);
  }

  /** Replaces the rows that `load` has answered. Throws when writing fails. */
  save(rows: readonly T[]): void {
    writeJson(this.#options.path, [...rows, ...this.#unknown]);
  }

  #setAside(reason: string): [] {
    const { path, warn } = this.#options;
    const aside = `${path}.damaged`;
    try {
      renameSync(path, aside);
      warn(`${path} is damaged and is now ${aside}: ${reason}`);
    } catch (error) {
      warn(`${path} is damaged (${reason}) and cannot be set aside: ${messageOf(error)}`);
    }
    return [];
  }
}
