/**
 * Filters sessions by a line of text: `build is:failed agent:codex -folder:tmp`.
 * Words look in everything that a tile shows. Terms with the same key are
 * alternatives, all others must hold. `-` in front excludes. Pure.
 */
import type { SessionInfo } from "../../shared/protocol.ts";
import { folderName, titleOf, whoOf } from "./session-display.ts";

export const FILTER_KEYS = ["is", "agent", "folder"] as const;
export type FilterKey = (typeof FILTER_KEYS)[number];

/** What can stand after `is:`, and how the menu calls it. */
export const STATE_FILTERS = {
  asks: "Needs you",
  running: "Running",
  idle: "Idle",
  failed: "Failed",
  ended: "Ended",
} as const;

type Term = { readonly key: FilterKey | undefined; readonly value: string; readonly excludes: boolean };

/** Whether a session passes the filter. An empty text lets every session pass. */
export function matchesFilter(session: SessionInfo, text: string): boolean {
  const terms = parseFilter(text);
  if (terms.some((term) => term.excludes && holds(session, term))) return false;
  const wanted = terms.filter(({ excludes }) => !excludes);
  const words = wanted.filter(({ key }) => key === undefined);
  return (
    words.every((term) => holds(session, term)) &&
    FILTER_KEYS.every((key) => {
      const alternatives = wanted.filter((term) => term.key === key);
      return alternatives.length === 0 || alternatives.some((term) => holds(session, term));
    })
  );
}

/** The term as it stands in a filter: quoted if its value has blanks. */
export function filterTerm(key: FilterKey, value: string): string {
  return /\s/.test(value) ? `${key}:"${value}"` : `${key}:${value}`;
}

export function hasTerm(text: string, key: FilterKey, value: string): boolean {
  return parseFilter(text).some((term) => isSame(term, key, value));
}

/** The filter with the term, or without it if it had it. */
export function toggleTerm(text: string, key: FilterKey, value: string): string {
  const parts = partsOf(text);
  const kept = parts.filter((part) => !isSame(termOf(part), key, value));
  return (kept.length < parts.length ? kept : [...parts, filterTerm(key, value)]).join(" ");
}

function isSame(term: Term, key: FilterKey, value: string): boolean {
  return !term.excludes && term.key === key && term.value === value.toLowerCase();
}

function parseFilter(text: string): Term[] {
  return partsOf(text)
    .map(termOf)
    .filter(({ value }) => value !== "");
}

/** Splits at blanks, but not inside quotes. */
function partsOf(text: string): string[] {
  return text.match(/(?:[^\s"]|"[^"]*"?)+/g) ?? [];
}

function termOf(part: string): Term {
  const excludes = part.startsWith("-") && part.length > 1;
  const body = excludes ? part.slice(1) : part;
  const colon = body.indexOf(":");
  const key = FILTER_KEYS.find((name) => name === body.slice(0, colon).toLowerCase());
  const value = (key === undefined ? body : body.slice(colon + 1)).replaceAll('"', "").toLowerCase();
  return { key, value, excludes };
}

function holds(session: SessionInfo, { key, value }: Term): boolean {
  switch (key) {
    case "is":
      return isState(session, value);
    case "agent":
      return whoOf(session).name.toLowerCase().includes(value) || session.owner.name.toLowerCase().includes(value);
    case "folder":
      return session.cwd.toLowerCase() === value || folderName(session.cwd).toLowerCase().includes(value);
    case undefined:
      return [
        titleOf(session),
        session.id,
        session.title,
        session.command,
        session.cwd,
        whoOf(session).name,
        session.lastLine,
      ].some((shown) => shown.toLowerCase().includes(value));
  }
}

function isState({ attention: { state }, exit }: SessionInfo, value: string): boolean {
  switch (value) {
    case "asks":
      return state === "waiting";
    case "running":
      return state === "working";
    case "ended":
      return exit !== undefined;
    case "live":
      return exit === undefined;
    default:
      return state === value;
  }
}
