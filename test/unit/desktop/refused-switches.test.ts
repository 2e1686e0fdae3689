import { expect, test } from "vitest";
import { refuseSwitches } from "../../../electron/desktop/refused-switches.ts";

/** A command line as Electron holds it: names without dashes. */
function commandLine(...given: string[]): {
  left: Set<string>;
  hasSwitch(name: string): boolean;
  removeSwitch(name: string): void;
} {
  const left = new Set(given);
  return { left, hasSwitch: (name) => left.has(name), removeSwitch: (name) => void left.delete(name) };
}

test("E9: a package takes no switch that hands over its pages or processes, and keeps the others", () => {
  const line = commandLine("remote-debugging-port", "renderer-cmd-prefix", "no-sandbox", "force-device-scale-factor");
  expect(refuseSwitches({ isPackaged: true, commandLine: line })).toEqual(["remote-debugging-port", "renderer-cmd-prefix"]);
  expect([...line.left]).toEqual(["no-sandbox", "force-device-scale-factor"]);
});

test("a checkout may be debugged", () => {
  const line = commandLine("remote-debugging-port");
  expect(refuseSwitches({ isPackaged: false, commandLine: line })).toEqual([]);
  expect([...line.left]).toEqual(["remote-debugging-port"]);
});
