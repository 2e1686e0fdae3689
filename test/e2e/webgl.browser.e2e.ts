/**
 * Live terminals drawn with WebGL. There is no graphics processor here: WebGL is
 * real, computed by SwiftShader, and where a test needs hardware it gets another
 * name.
 */
import type { Page } from "@playwright/test";
import { cottyOk } from "../support/cotty.ts";
import { findChromium } from "../support/programs.ts";
import { expect, test as windowTest } from "./window-test.ts";
import { liveText } from "./window-text.ts";

/** `UNMASKED_RENDERER_WEBGL` of the extension `WEBGL_debug_renderer_info`. */
const RENDERER_NAME = 0x9246;

const executablePath = findChromium();
const test = windowTest.extend<{ renderer: string | undefined }>({
  renderer: [undefined, { option: true }],
  page: async ({ page, renderer }, use) => {
    await page.addInitScript(
      ({ name, parameter }) => {
        if (name === undefined) return;
        // oxlint-disable-next-line typescript/unbound-method -- it is applied to its object
        WebGL2RenderingContext.prototype.getParameter = new Proxy(WebGL2RenderingContext.prototype.getParameter, {
          apply: (real, context, [asked]: [number]): unknown =>
            asked === parameter ? name : Reflect.apply(real, context, [asked]),
        });
      },
      { name: renderer, parameter: RENDERER_NAME },
    );
    await use(page);
  },
});

test.use({
  launchOptions: {
    ...(executablePath !== undefined && { executablePath }),
    args: ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
  },
});

/** Whether something draws the terminals with WebGL. */
function isDrawnWithWebgl(page: Page): Promise<boolean> {
  return page.evaluate(() =>
    [...document.querySelectorAll(".xterm canvas")].some((each) => (each as HTMLCanvasElement).getContext("webgl2")),
  );
}

test("without hardware, the page's elements draw the terminal although WebGL works", async ({ home, window }) => {
  await cottyOk(home, ["start", "log", "seq 30; cat"]);
  await window.getByRole("button", { name: /^Open log/ }).click();
  await expect.poll(() => liveText(window, "log")).toContain("30");
  expect(await isDrawnWithWebgl(window)).toBe(false);
  expect(await window.evaluate(() => document.createElement("canvas").getContext("webgl2") !== null)).toBe(true);
});

test.describe("with hardware", () => {
  test.use({ renderer: "ANGLE (NVIDIA, NVIDIA GeForce RTX 4070, OpenGL 4.6)" });

  test("WebGL draws the terminal; when its context is lost, the page's elements do, and no line is lost", async ({
    home,
    window,
  }) => {
    await cottyOk(home, ["start", "log", "seq 300; cat"]);
    await window.getByRole("button", { name: /^Open log/ }).click();
    await expect.poll(() => isDrawnWithWebgl(window)).toBe(true);
    expect(await liveText(window, "log")).toBe("");
    await window.keyboard.type("before\n");
    await expect.poll(() => cottyOk(home, ["stdout", "log", "2"])).toBe("before\nbefore\n");
    await window.evaluate(() => {
      for (const canvas of document.querySelectorAll<HTMLCanvasElement>(".xterm canvas")) {
        canvas.getContext("webgl2")?.getExtension("WEBGL_lose_context")?.loseContext();
      }
    });
    await expect.poll(() => liveText(window, "log")).toContain("299\n300\nbefore\nbefore\n");
    expect(await isDrawnWithWebgl(window)).toBe(false);
    await window.keyboard.type("after\n");
    await expect.poll(() => liveText(window, "log")).toContain("before\nbefore\nafter\nafter\n");
  });

  test("a terminal that is left gives its context back: twenty in a row lose none", async ({ home, window }) => {
    const warnings: string[] = [];
    window.on("console", (message) => message.text().includes("WebGL") && warnings.push(message.text()));
    await cottyOk(home, ["start", "log", "cat"]);
    await window.getByRole("button", { name: /^Open log/ }).focus();
    for (let round = 0; round < 20; round++) {
      await window.keyboard.press("Control+Shift+Enter");
      await expect.poll(() => isDrawnWithWebgl(window)).toBe(true);
      await window.keyboard.press("Control+Shift+Enter");
      await expect(window.getByRole("article", { name: "log" })).toBeVisible();
    }
    expect(warnings).toEqual([]);
  });
});
