import { expect, test } from "@playwright/test";
import { createHome } from "../support/home.ts";
import { findElectron } from "../support/programs.ts";
import { launchDesktop } from "../support/desktop.ts";
import { readFileSync } from "node:fs";

const electron = findElectron();
test("smoke", async () => {
  if ("missing" in electron) throw new Error();
  await using home = createHome();
  await using desktop = await launchDesktop(home, electron.executable);
  desktop.page.on("console", (m) => console.log("console", m.text()));
  await desktop.page.addInitScript(() => {
    console.log("init");
    window.addEventListener("message", (event) => {
      console.log("message", String(event.data), event.ports.length, event.origin);
      const [port] = event.ports;
      if (!port) return;
      port.onmessage = (m) => ((window as any).got = [event.data, m.data]);
      port.postMessage({ jsonrpc: "2.0", id: 1, method: "x", params: { a: 1 } });
    });
  });
  await desktop.page.reload();
  await expect
    .poll(() => desktop.page.evaluate(() => (window as any).got), { timeout: 3000 })
    .toBeTruthy()
    .catch(() => {});
  console.log(await desktop.page.evaluate(() => (window as any).got));
  console.log(
    await desktop.app.evaluate(({ BrowserWindow, journal }) => [
      BrowserWindow.getAllWindows().map((w) => w.webContents.getURL() + w.webContents.isLoadingMainFrame()),
      JSON.stringify(journal),
    ]),
  );
  console.log(readFileSync(home.paths.log, "utf8"));
});
