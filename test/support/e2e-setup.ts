/** Before the end-to-end tests: builds what they run, and says which of them cannot run here. */
import build from "./build.ts";
import { findElectron } from "./programs.ts";

export default function setUp(): void {
  build();
  const electron = findElectron();
  if ("missing" in electron) console.log(`The desktop tests are skipped. ${electron.missing}`);
}
