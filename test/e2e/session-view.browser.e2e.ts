/** The open session: what is said beside it, and while there is news. */
import { cottyOk } from "../support/cotty.ts";
import { expect, test } from "./window-test.ts";

test("who typed what: nobody is named only once that is known", async ({ home, window }) => {
  await cottyOk(home, ["start", "idle", "cat"]);
  await cottyOk(home, ["stdin", "--wait", "hello", "idle", "hello there", "::Enter"]);
  await window.getByRole("button", { name: /^Open idle/ }).click();
  const claims = await window.evaluateHandle(() => {
    const seen: string[] = [];
    new MutationObserver(() => {
      if (document.body.textContent.includes("Nobody has typed yet")) seen.push("Nobody has typed yet");
    }).observe(document.body, { subtree: true, childList: true });
    return seen;
  });
  await window.getByRole("button", { name: "Who typed what" }).click();
  await expect(window.getByRole("log", { name: "Input" })).toContainText("hello there");
  expect(await claims.jsonValue()).toEqual([]);
  await expect(window.getByRole("contentinfo")).toContainText("1 session");
});

test("a shared session says so, and the news of it leaves Take over and Hand back free", async ({ home, window }) => {
  await cottyOk(home, ["start", "py", "cat"]);
  await window.getByRole("button", { name: "More for py" }).click();
  await window.getByRole("menuitem", { name: "Share with all agents" }).click();
  const news = window.getByText("py is shared", { exact: true });
  await expect(news).toBeVisible();
  await window.getByRole("button", { name: /^Open py/ }).click();
  await window.getByRole("button", { name: /^Take over/ }).click();
  await window.getByRole("button", { name: /^Hand back/ }).click();
  // A click on what lay under it would have waited until it was gone.
  expect(await news.isVisible()).toBe(true);
  await window.keyboard.press("Control+Shift+Enter");
  await expect(window.getByRole("article", { name: "py" }).getByTitle("Shared with all agents")).toBeVisible();
});

test("the inspector says what runs in a session, what it uses, and where its recording is", async ({ home, window }) => {
  await cottyOk(home, ["start", "work", "sleep 1000 & cat"]);
  await window.getByRole("button", { name: /^Open work/ }).click();
  await window.getByRole("button", { name: "Who typed what" }).click();
  const details = window.getByRole("region", { name: "Details" });
  await expect(details).toContainText(/Runs.*sleep \(\d+\)/);
  await expect(details).toContainText(/\d+ % CPU, [\d.]+ [kM]B/);
  await expect(details).toContainText(/Recording.*B, \/.*\.cast/);
});
