/**
 * For every test file: what it subscribed to or stored must have been given
 * back when its last test and its own clean-up are over. Sees this process
 * only, not the hosts and commands that a test starts.
 */
import { afterAll, beforeAll } from "vitest";
import { trackDisposables } from "../../shared/lifecycle.ts";
import { removeTemporaryFolders } from "./temporary-folder.ts";

/** How much of what leaked is told. */
const MAX_TOLD = 5;

/** What is open, with the place where it was opened. */
const open = new Map<object, Error>();

/** The frames of our own files, nearest first. */
function placeOf({ stack = "" }: Error): string {
  const frames = stack.split("\n").filter((line) => /\/(?:shared|electron|renderer|test)\//.test(line));
  return frames
    .filter((line) => !/\/(?:lifecycle|emitter|leaks)\.ts/.test(line))
    .slice(0, 6)
    .join("\n");
}

beforeAll(() => {
  open.clear();
  trackDisposables({
    began: (thing) => open.set(thing, new Error()),
    ended: (thing) => open.delete(thing),
  });
});

// Registered before the file's own hooks, so it runs after them.
afterAll(async () => {
  // What closes at once on this side closes a moment later on the other.
  await new Promise((resolve) => setImmediate(resolve));
  trackDisposables(undefined);
  removeTemporaryFolders();
  if (open.size === 0) return;
  const told = [...open.values()].slice(0, MAX_TOLD).map(placeOf);
  throw new Error(`${open.size} subscriptions and stores were never given back. Opened here:\n${told.join("\n\n")}`);
});
