import { expect, test } from "vitest";
import { findDesktopApp, type DesktopAppOptions } from "../../../electron/cli/desktop-app.ts";

const electron = "/src/cotty/node_modules/electron/dist/electron";
const machine: DesktopAppOptions = {
  platform: "linux",
  env: { DISPLAY: ":0" },
  isRoot: false,
  executable: "/usr/bin/node",
  isElectron: false,
  builtDirectory: "/src/cotty/out/main",
  isFile: (path) => path === electron,
};

test.each([
  ["of a checkout", {}, { command: electron, args: ["/src/cotty"] }],
  ["under Wayland", { env: { WAYLAND_DISPLAY: "wayland-0" } }, { command: electron, args: ["/src/cotty"] }],
  ["without a display", { env: {} }, { missing: "there is no display" }],
  ["as root", { isRoot: true }, { missing: "Electron does not run as root" }],
  ["without Electron", { isFile: () => false }, { missing: "Electron is not installed here" }],
  [
    "elsewhere",
    { env: { DISPLAY: ":0", ELECTRON_OVERRIDE_DIST_PATH: "/dist" }, isFile: (path: string) => path === "/dist/electron" },
    { command: "/dist/electron", args: ["/src/cotty"] },
  ],
  [
    "of an installed app, whose command runs on its executable",
    { isElectron: true, executable: "/opt/Cotty/cotty-desktop", builtDirectory: "/opt/Cotty/resources/app.asar/out/main" },
    { command: "/opt/Cotty/cotty-desktop", args: [] },
  ],
  [
    "on macOS",
    {
      platform: "darwin",
      env: {},
      isFile: (path: string) => path === "/src/cotty/node_modules/electron/dist/Electron.app/Contents/MacOS/Electron",
    },
    { command: "/src/cotty/node_modules/electron/dist/Electron.app/Contents/MacOS/Electron", args: ["/src/cotty"] },
  ],
] as const)("the app %s", (_what, change, expected) => {
  expect(findDesktopApp({ ...machine, ...change })).toEqual(expected);
});
