import { expect, test } from "vitest";
import { besideArchive } from "../../../electron/platform/archive.ts";

test("a file of the archive is found beside it; without an archive, where it is", () => {
  const packed = new URL("file:///opt/Cotty/resources/app.asar/out/main/screen-worker.js");
  expect(besideArchive(packed).pathname).toBe("/opt/Cotty/resources/app.asar.unpacked/out/main/screen-worker.js");
  expect(besideArchive(besideArchive(packed)).href).toBe(besideArchive(packed).href);
  const checkout = new URL("file:///home/ada/cotty/out/main/screen-worker.js");
  expect(besideArchive(checkout).href).toBe(checkout.href);
});
