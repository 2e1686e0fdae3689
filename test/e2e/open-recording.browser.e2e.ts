/** A recording from elsewhere: chosen by keyboard, dropped on the window, refused in words, and then in the library. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { chooseInPalette } from "../support/choose-in-palette.ts";
import { expect, test } from "./window-test.ts";
import { violations } from "../support/axe.ts";

const TALK = '{"version":2,"width":60,"height":12,"timestamp":1700000000}\n[0.2,"o","hello from v2\\r\\n"]\n[90,"o","the end"]\n';

const replayOf = (window: Page) => window.getByRole("group", { name: "Replay" });

/** Drops a file on the middle of the window, as a file manager does. */
async function drop(window: Page, name: string, content: string): Promise<void> {
  const files = await window.evaluateHandle(
    ([fileName, text]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], fileName));
      return transfer;
    },
    [name, content] as const,
  );
  await window.dispatchEvent("main", "dragover", { dataTransfer: files });
  await expect(window.getByText("Drop a recording (.cast) to open it")).toBeVisible();
  await window.dispatchEvent("main", "drop", { dataTransfer: files });
  await expect(window.getByText("Drop a recording (.cast) to open it")).toBeHidden();
}

test("the empty window opens a recording of version 2, which is then in the library", async ({ home, window }) => {
  const file = join(home.root, "talk.cast");
  writeFileSync(file, TALK);
  await window.getByRole("button", { name: "Open a recording…" }).click();
  const dialog = window.getByRole("dialog", { name: "Open a recording" });
  await expect(dialog).toBeVisible();
  expect(await violations(window)).toEqual([]);
  await dialog.getByLabel("File").setInputFiles(file);
  await expect(dialog).toBeHidden();
  await expect(replayOf(window).getByRole("heading", { name: "talk" })).toBeVisible();
  await expect(replayOf(window).getByRole("slider", { name: "Moment" })).toHaveAttribute("aria-valuetext", /of 1:30/);
  await window.keyboard.press("9");
  await expect.poll(() => replayOf(window).locator(".xterm-rows").innerText()).toContain("hello from v2");
  await replayOf(window).getByRole("button", { name: "All recordings" }).click();
  const list = window.getByRole("list", { name: "Recordings" });
  await expect(list.getByRole("heading")).toHaveText(["talk"]);
  await expect(list).toContainText("From a file");
});

test("a bad file gets words, and another one can be chosen at once", async ({ home, window }) => {
  mkdirSync(join(home.root, "files"));
  const file = (name: string): string => join(home.root, "files", name);
  writeFileSync(file("notes.cast"), "just text\n");
  writeFileSync(file("packed.cast"), Buffer.from([0x1f, 0x8b, 0x08, 0x00, 0xff, 0x00]));
  writeFileSync(file("good.cast"), TALK);
  await chooseInPalette(window, "open a recording");
  const dialog = window.getByRole("dialog", { name: "Open a recording" });
  await dialog.getByLabel("File").setInputFiles(file("notes.cast"));
  await expect(dialog.getByRole("alert")).toContainText("notes.cast: This file cannot be opened as a recording: its first line");
  await dialog.getByLabel("File").setInputFiles(file("packed.cast"));
  await expect(dialog.getByRole("alert")).toContainText("it is compressed. Unpack it first");
  await dialog.getByLabel("File").setInputFiles(file("good.cast"));
  await expect(replayOf(window).getByRole("heading", { name: "good" })).toBeVisible();
});

test("a file that is dropped on the window is opened, also a large one; the window stays", async ({ window }) => {
  const lines = Array.from({ length: 20_000 }, (_, n) => `[0.01,"o","line ${n} of many, with é and 漢字\\r\\n"]\n`);
  await drop(window, "large.cast", `{"version":3,"term":{"cols":80,"rows":24}}\n${lines.join("")}`);
  await expect(replayOf(window).getByRole("heading", { name: "large" })).toBeVisible();
  await expect(replayOf(window).getByRole("slider", { name: "Moment" })).toHaveAttribute("aria-valuetext", /of 3:20/);
  await window.keyboard.press("9");
  await expect.poll(() => replayOf(window).locator(".xterm-rows").innerText()).toMatch(/line 1\d{4} of many, with é and 漢字/);
  await drop(window, "picture.png", "PNG");
  await expect(window.getByRole("dialog").getByRole("alert")).toContainText("picture.png: This file cannot be opened");
});

test("a long export is canceled by keyboard: Cancel has it while the export goes on", async ({ window }) => {
  const moments = Array.from({ length: 20_000 }, (_, at) => `[${at / 10},"o","line ${at}\\r\\n"]\n`).join("");
  await window.getByRole("button", { name: "Open a recording…" }).click();
  await window
    .getByLabel("File")
    .setInputFiles({ name: "long.cast", mimeType: "text/plain", buffer: Buffer.from(TALK + moments) });
  await replayOf(window).getByRole("button", { name: "Export…" }).click();
  const dialog = window.getByRole("dialog", { name: "Export long" });
  await dialog.getByLabel("Format").selectOption("gif");
  await dialog.getByLabel("From").fill("0");
  await window.keyboard.press("Enter");
  const cancel = dialog.getByRole("button", { name: "Cancel" });
  await expect(dialog.getByRole("progressbar", { name: "Export" })).toBeVisible();
  await expect(cancel).toBeFocused();
  await window.keyboard.press("Enter");
  await expect(dialog.getByRole("progressbar", { name: "Export" })).toBeHidden();
  await expect(dialog.getByLabel("Format")).toBeEnabled();
  await expect(cancel).toBeFocused();
});
