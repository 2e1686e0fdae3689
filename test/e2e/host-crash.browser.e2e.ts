/** The host is killed: the window says what was lost, and the next one offers to start it again. */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { violations } from "../support/axe.ts";
import { startHeadless } from "../support/headless.ts";
import { hostPid } from "../support/home.ts";
import { start } from "../support/test-host.ts";
import { expect, test } from "./window-test.ts";
import { tileText } from "./window-text.ts";

test("F25 after a crash of the host nothing is lost from sight, and its programs start again in their folders", async ({
  home,
  page,
}) => {
  test.setTimeout(180_000);
  const [kept, removed] = [join(home.root, "kept"), join(home.root, "removed")];
  for (const folder of [kept, removed]) mkdirSync(folder);
  let port: string;
  {
    await using host = await startHeadless(home);
    await start(host.client, 'echo "in $(basename "$PWD")"; cat', { id: "worker", cwd: kept });
    await start(host.client, "cat", { id: "orphan", cwd: removed });
    await start(host.client, "exit 3", { id: "done", cwd: kept });
    const address = await host.newAddress();
    ({ port } = new URL(address));
    await page.goto(address);
    await expect(page.getByRole("article", { name: "done" })).toContainText("Exited 3");
    await expect(page.getByRole("article", { name: "worker" })).toBeVisible();
    // The window knows which host it is, and remembers what runs there.
    await expect.poll(() => page.evaluate(() => localStorage.getItem("cotty.running"))).toContain("worker");
    process.kill(hostPid(home), "SIGKILL");

    const banner = page.getByRole("region", { name: "The host has gone" });
    await expect(banner).toContainText("2 programs ran in it and ended with it.");
    await expect(banner.getByRole("listitem")).toHaveCount(2);
    await expect(banner).toContainText("bin/cotty.js open");
    // What they showed last stays to be read.
    await expect(page.getByRole("article", { name: "worker" })).toBeVisible();
    expect(await violations(page)).toEqual([]);
  }
  rmSync(removed, { recursive: true });

  await using host = await startHeadless(home, ["--port", port]);
  const fresh = await host.newAddress();
  await test.step("the old page may not connect to the new host, and says what that means", async () => {
    await expect(page.getByRole("heading", { name: "Another host runs now" })).toBeVisible({ timeout: 60_000 });
    await expect(page.getByRole("alert")).toContainText("2 programs ended with it");
    await expect(page.getByText("Wrong or missing token")).toHaveCount(0);
  });

  await page.goto(fresh);
  const lost = page.getByRole("region", { name: "Lost sessions" });
  await expect(lost).toContainText("The host ended unexpectedly");
  await expect(lost).toContainText(`✕ No such directory: ${removed}`);
  await expect(lost.getByRole("checkbox", { name: /^orphan/ })).toBeDisabled();
  await page.reload();
  await expect(lost.getByRole("checkbox", { name: /^worker/ })).toBeChecked();

  await lost.getByRole("button", { name: "Start 1 program again" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("article", { name: "worker" })).toBeVisible();
  await expect.poll(() => tileText(page, "worker")).toContain("in kept");
  expect((await host.client.request("session/list", {})).map(({ id, cwd }) => [id, cwd])).toEqual([["worker", kept]]);
  await expect(lost).toBeHidden();
  await expect(page.getByRole("main")).toBeFocused();

  await test.step("the recording of the one before is there", async () => {
    const { recordings } = await host.client.request("recording/list", { filter: { ending: "lost" } });
    expect(recordings.map(({ name }) => name)).toEqual(expect.arrayContaining(["worker", "orphan"]));
  });
});

test("whoever comes back to another page is told what was lost, and one key press leads to it", async ({ home, page }) => {
  test.setTimeout(180_000);
  let port: string;
  {
    await using host = await startHeadless(home);
    await start(host.client, "cat", { id: "worker", cwd: home.root });
    const address = await host.newAddress();
    ({ port } = new URL(address));
    await page.goto(address);
    await expect(page.getByRole("article", { name: "worker" })).toBeVisible();
    await page.keyboard.press("Control+Shift+Comma");
    await expect(page.getByRole("heading", { name: "Settings", level: 1 })).toBeVisible();
    process.kill(hostPid(home), "SIGKILL");
    await expect(page.getByRole("region", { name: "The host has gone" })).toBeVisible();
  }
  await using host = await startHeadless(home, ["--port", port]);
  await page.goto(await host.newAddress());
  await expect(page.getByRole("heading", { name: "Settings", level: 1 })).toBeVisible();
  const bar = page.getByRole("region", { name: "Programs that were lost" });
  await expect(bar).toContainText("The host ended unexpectedly. 1 program ended with it.");
  expect(await violations(page)).toEqual([]);

  await bar.getByRole("button", { name: "Look…" }).press("Enter");
  await expect(bar).toBeHidden();
  const lost = page.getByRole("region", { name: "Lost sessions" });
  await expect(lost).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(lost.getByRole("checkbox", { name: /^worker/ })).toBeFocused();
  await lost.getByRole("button", { name: "Start 1 program again" }).press("Enter");
  await expect(page.getByRole("article", { name: "worker" })).toBeVisible();
  await page.keyboard.press("Control+Shift+Comma");
  await expect(page.getByRole("heading", { name: "Settings", level: 1 })).toBeVisible();
  await expect(bar).toHaveCount(0);
});

test("a reply that is being typed when the host goes away stays, and says why it is not sent", async ({ home, page }) => {
  await using host = await startHeadless(home);
  await start(host.client, "bash -c 'read -p \"Name? \" x'", { id: "asks", cwd: home.root });
  await page.goto(await host.newAddress());
  const tile = page.getByRole("article", { name: "asks" });
  await tile.getByRole("button", { name: "Reply" }).press("Enter");
  const field = tile.getByRole("textbox", { name: "Reply to asks" });
  await field.fill("Ada Lovelace");
  process.kill(hostPid(home), "SIGKILL");
  await expect(tile.getByRole("status")).toHaveText("Not connected. What you typed stays here.");
  await field.press("Enter");
  await expect(field).toHaveValue("Ada Lovelace");
  await expect(field).toBeFocused();
  await expect(tile.getByRole("button", { name: "Send" })).toHaveAttribute("aria-disabled", "true");
  await expect(page.getByRole("alert").filter({ hasText: "was not sent" })).toHaveCount(0);
});

test("nothing is offered for what a person has dismissed, nor after an orderly end", async ({ home, page }) => {
  test.setTimeout(120_000);
  let port: string;
  {
    await using host = await startHeadless(home);
    await start(host.client, "cat", { id: "worker", cwd: home.root });
    const address = await host.newAddress();
    ({ port } = new URL(address));
    await page.goto(address);
    await expect(page.getByRole("article", { name: "worker" })).toBeVisible();
    await host.client.request("host/shutdown", {});
    await expect(page.getByRole("heading", { name: "The host was ended" })).toBeVisible();
  }
  await using host = await startHeadless(home, ["--port", port]);
  await page.goto(await host.newAddress());
  await expect(page.getByRole("heading", { name: "No sessions yet" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Lost sessions" })).toHaveCount(0);
});
