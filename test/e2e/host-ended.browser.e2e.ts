/** What the window in a browser says when somebody ends the host. */
import { cottyOk } from "../support/cotty.ts";
import { expect, test } from "./window-test.ts";

test("kill-server: the window says who ended the host and what that took, not that it reconnects", async ({ window, home }) => {
  await cottyOk(home, ["start", "one", "cat"]);
  await cottyOk(home, ["start", "two", "cat"]);
  await expect(window.getByRole("article", { name: "two" })).toBeVisible();
  await cottyOk(home, ["kill-server"]);
  await expect(window.getByRole("heading", { name: "The host was ended" })).toBeVisible();
  await expect(window.getByRole("alert")).toHaveText("“cotty kill-server” ended it, and with it 2 sessions. Recordings stay.");
  await expect(window.getByRole("button")).toHaveCount(0);
  await expect(window.getByText("cotty serve")).toBeVisible();
});
