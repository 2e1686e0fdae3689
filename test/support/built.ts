/** Where the built program is: in the checkout, or where `COTTY_TEST_ROOT` says (see build.ts). */
import { join, resolve } from "node:path";

export const builtRoot = process.env["COTTY_TEST_ROOT"] ?? resolve(import.meta.dirname, "../..");
export const hostScript = join(builtRoot, "out/main/headless.js");
export const commandScript = join(builtRoot, "bin/cotty.js");
