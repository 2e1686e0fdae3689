/** The attention inbox: one list in the sidebar and under the pill, and what can be done in it. */
import { violations } from "../support/axe.ts";
import { startAgent } from "../support/agent.ts";
import { expect, test } from "./window-test.ts";
import { tileText } from "./window-text.ts";

const QUESTION = "printf 'Do you want to continue? [Y/n] '; read x; echo got $x; cat";

test("a question is answered, snoozed and dismissed in the list, by keyboard, and stays so through a reload", async ({
  home,
  window,
}) => {
  await using agent = await startAgent(home, "Claude Code");
  for (const name of ["one", "two", "three"]) await agent.terminal({ action: "start", name, command: QUESTION });
  await agent.terminal({ action: "start", name: "broken", command: "echo 'error: no such file'; exit 2", exit: true });
  const sidebar = window.getByRole("region", { name: "Needs you" });
  const entries = sidebar.getByRole("listitem");
  await expect(entries).toHaveCount(4);
  await expect(entries.last()).toContainText("Failed");
  await expect(entries.last()).toContainText("error: no such file");
  await expect(entries.first()).toContainText("Asks");
  await expect(entries.first()).toContainText("Do you want to continue? [Y/n]");

  await sidebar.getByRole("button", { name: "Reply to one" }).press("Enter");
  const reply = sidebar.getByRole("textbox", { name: "Reply to one" });
  await expect(reply).toBeFocused();
  await window.keyboard.type("yes");
  await window.keyboard.press("Enter");
  await expect(entries).toHaveCount(3);
  await expect.poll(() => tileText(window, "one")).toContain("got yes");

  await sidebar.getByRole("button", { name: "Snooze two for 10 minutes" }).press("Enter");
  await expect(entries).toHaveCount(2);
  await expect(entries.first().getByRole("button").first()).toBeFocused();
  await sidebar.getByRole("button", { name: "Dismiss three" }).press("Enter");
  await expect(entries).toHaveCount(1);
  await sidebar.getByRole("button", { name: "Dismiss broken" }).press("Enter");
  await expect(sidebar).toHaveCount(0);
  await expect(window.getByRole("main")).toBeFocused();
  await expect(window.getByRole("button", { name: /needs? you/ })).toHaveCount(0);

  await window.reload();
  await expect(window.getByRole("article", { name: "broken" })).toContainText("Exited 2");
  await expect(window.getByRole("button", { name: /needs? you/ })).toHaveCount(0);
});

test("the pill opens the same list; a reply to a password prompt is masked; an entry opens its session", async ({
  home,
  window,
}) => {
  await using agent = await startAgent(home, "Claude Code");
  await agent.terminal({ action: "start", name: "login", command: "printf 'Password: '; read x; cat" });
  await agent.terminal({ action: "start", name: "apt", command: QUESTION });
  await window.getByRole("button", { name: "2 need you" }).click();
  const list = window.getByRole("dialog", { name: "Needs you" });
  await expect(list.getByRole("listitem")).toHaveCount(2);
  await list.getByRole("button", { name: "Reply to login" }).click();
  const secret = list.locator("input[type=password]");
  await expect(secret).toBeFocused();
  await expect(secret).toHaveAccessibleName("Reply to login");
  await secret.press("Escape");
  await expect(secret).toHaveCount(0);
  await expect(list).toBeVisible();
  expect(await violations(window)).toEqual([]);
  await list.getByText("Do you want to continue? [Y/n]").click();
  await expect(list).toHaveCount(0);
  await expect(window.getByRole("region", { name: "Who drives" })).toBeVisible();
});

test("a failure that was on the screen for a while needs nobody; one out of sight is told of in a toast", async ({
  home,
  window,
}) => {
  await using agent = await startAgent(home, "Claude Code");
  await agent.terminal({ action: "start", name: "watched", command: "read x; exit 3" });
  await agent.terminal({ action: "start", name: "aside", command: "read x; exit 4" });
  await window.getByRole("button", { name: "Open watched" }).click();
  await agent.terminal({ action: "stdin", id: "watched", keys: ["Enter"] });
  const sidebar = window.getByRole("region", { name: "Needs you" });
  await expect(window.getByRole("main")).toContainText("Exited 3");
  await expect(sidebar).toHaveCount(0);
  await agent.terminal({ action: "stdin", id: "aside", keys: ["Enter"] });
  const toast = window.getByRole("dialog", { name: "aside failed" });
  await expect(toast).toBeVisible();
  await expect(window.getByRole("dialog", { name: "watched failed" })).toHaveCount(0);
  await toast.getByRole("button", { name: "Open" }).click();
  await expect(toast).toHaveCount(0);
  await expect(window.getByRole("heading", { level: 1, name: "aside" })).toBeVisible();
});
