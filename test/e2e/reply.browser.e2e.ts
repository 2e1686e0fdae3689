/** A reply to a question of a session: what was typed is never lost, and nothing is offered that goes nowhere. */
import { startHeadless } from "../support/headless.ts";
import { start } from "../support/test-host.ts";
import { layCable } from "./cable.ts";
import { expect, test } from "./window-test.ts";
import { tileText } from "./window-text.ts";

const QUESTION = "read -p 'Do you want to continue? [Y/n] ' x; echo got $x; cat";

test("while the host is away, Reply is off in the tile and in the inbox, and works again afterwards", async ({ home, page }) => {
  await using host = await startHeadless(home);
  await start(host.client, QUESTION, { id: "asks", cwd: home.root });
  const cable = await layCable(page);
  await page.goto(await host.newAddress());
  const inTile = page.getByRole("article", { name: "asks" }).getByRole("button", { name: "Reply to asks" });
  const inInbox = page.getByRole("region", { name: "Needs you" }).getByRole("button", { name: "Reply to asks" });
  await expect(inTile).toBeVisible();
  await expect(inInbox).toBeVisible();

  await cable.cut();
  for (const button of [inTile, inInbox]) {
    await expect(button).toHaveAttribute("aria-disabled", "true");
    await expect(button).toHaveAccessibleDescription("Not connected to the host");
    await button.press("Enter");
    await expect(page.getByRole("textbox", { name: "Reply to asks" })).toHaveCount(0);
    await expect(button).toBeFocused();
  }
  await inTile.press("r");
  await expect(page.getByRole("textbox", { name: "Reply to asks" })).toHaveCount(0);

  cable.join();
  await expect(inTile).not.toHaveAttribute("aria-disabled", "true", { timeout: 20_000 });
  await inTile.press("Enter");
  await page.keyboard.type("yes\n");
  await expect.poll(() => tileText(page, "asks")).toContain("got yes");
});

test("what is typed in the inbox stays while the order changes, the host is away, and the session goes on", async ({
  home,
  page,
}) => {
  await using host = await startHeadless(home);
  const before = await start(host.client, "read x; " + QUESTION, { id: "before", cwd: home.root });
  await start(host.client, QUESTION, { id: "asks", cwd: home.root });
  const cable = await layCable(page);
  await page.goto(await host.newAddress());
  const inbox = page.getByRole("region", { name: "Needs you" });
  await inbox.getByRole("button", { name: "Reply to asks" }).press("Enter");
  const field = inbox.getByRole("textbox", { name: "Reply to asks" });
  await page.keyboard.type("not y");
  const stays = async (text: string): Promise<void> => {
    await expect(field).toHaveValue(text);
    await expect(field).toBeFocused();
  };

  await host.client.request("session/write", { id: before.id, input: [{ key: "Enter" }] });
  await expect(inbox.getByRole("listitem").first()).toContainText("before");
  await stays("not y");
  await page.keyboard.type("e");

  await cable.cut();
  await expect(page.getByRole("region", { name: "The host has gone" })).toBeVisible();
  await page.keyboard.type("t");
  cable.join();
  await expect(page.getByRole("region", { name: "The host has gone" })).toBeHidden({ timeout: 20_000 });
  await stays("not yet");

  await host.client.request("session/write", { id: "asks", input: [{ text: "typed by another" }, { key: "Enter" }] });
  await expect.poll(() => tileText(page, "asks")).toContain("got typed by another");
  await expect(page.getByRole("article", { name: "asks" })).not.toContainText("Needs you");
  await stays("not yet");
  await page.keyboard.press("Enter");
  await expect(inbox.getByText("asks", { exact: true })).toHaveCount(0);
  await expect.poll(() => tileText(page, "asks")).toContain("not yet\nnot yet");
});

test("what is typed in a tile is there again after a look at another page or at the session", async ({ home, page }) => {
  await using host = await startHeadless(home);
  await start(host.client, QUESTION, { id: "asks", cwd: home.root });
  await page.goto(await host.newAddress());
  const tile = page.getByRole("article", { name: "asks" });
  const field = tile.getByRole("textbox", { name: "Reply to asks" });
  await tile.getByRole("button", { name: "Reply to asks" }).press("Enter");
  await field.fill("a long answer");
  await page.keyboard.press("Control+Shift+Comma");
  await page.getByRole("button", { name: "Back to sessions" }).press("Enter");
  await expect(field).toHaveValue("a long answer");

  await tile.getByRole("button", { name: "Open asks" }).press("Enter");
  await page.keyboard.press("Control+Shift+Enter");
  await tile.getByRole("button", { name: "Reply to asks" }).press("Enter");
  await expect(field).toHaveValue("a long answer");
  // Whoever gives it up begins anew.
  await field.press("Escape");
  await tile.getByRole("button", { name: "Reply to asks" }).press("Enter");
  await expect(field).toHaveValue("");
});
