/** Old recordings go when a person sets a limit: the question names those that go, and no others do. */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { encodeEvent, encodeHeader } from "../../shared/asciicast.ts";
import { startHeadless } from "../support/headless.ts";
import { cottyOk } from "../support/cotty.ts";
import { expect, test } from "./window-test.ts";

const DAY_MS = 86_400_000;

test("a limit by age deletes what is older, after a question that names it", async ({ home, page }) => {
  mkdirSync(home.paths.recordings, { recursive: true, mode: 0o700 });
  const fileOf = (name: string): string => join(home.paths.recordings, `${name}.cast`);
  const castOf = (days: number): string =>
    encodeHeader({ size: { cols: 80, rows: 24 }, startedAtMs: Date.now() - days * DAY_MS }) +
    encodeEvent(1, { kind: "output", text: `${days} days\r\n` });
  for (const days of [30, 20, 2]) writeFileSync(fileOf(`age${days}`), castOf(days), { mode: 0o600 });
  await using host = await startHeadless(home);
  await page.goto(await host.newAddress());
  // It began long ago, too, but came here today.
  const talk = join(home.root, "talk.cast");
  writeFileSync(talk, castOf(40));
  await page.getByRole("button", { name: "Open a recording…" }).click();
  await page.getByRole("dialog", { name: "Open a recording" }).getByLabel("File").setInputFiles(talk);
  await expect(page.getByRole("group", { name: "Replay" }).getByRole("heading", { name: "talk" })).toBeVisible();
  await cottyOk(home, ["start", "runs", "cat"]);

  await page.keyboard.press("Control+Shift+Comma");
  await page.getByRole("navigation", { name: "Sections of the settings" }).getByRole("button", { name: "Recordings" }).click();
  const days = page.getByLabel("Delete recordings after days");
  const question = page.getByRole("dialog", { name: "Delete recordings?" });
  const set = async (text: string): Promise<void> => {
    await days.fill(text);
    await days.press("Enter");
  };
  await set("25");
  await expect(question).toContainText(/^[^]*“age30” \(\d+ B\) is over this limit\./);
  await page.keyboard.press("Enter");
  await expect(question).toBeHidden();
  await set("7");
  await expect(question).toContainText(/2 recordings \(\d+ B\) are over this limit\. The latest of them is “age20”\./);
  await question.getByRole("button", { name: "Set the limit and delete" }).click();
  await expect.poll(() => ["age30", "age20", "age2"].filter((name) => existsSync(fileOf(name)))).toEqual(["age2"]);
  expect(await cottyOk(home, ["recordings"])).toMatch(/^(?=[^]*talk)(?=[^]*runs)(?=[^]*age2)/);
});
