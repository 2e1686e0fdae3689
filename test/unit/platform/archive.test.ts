import { expect, test } from "vitest";
import { unpackedFile } from "../../../electron/platform/archive.ts";

test("a file of the archive is found beside it; without an archive, where it is", () => {
  const packed = new URL("file:///opt/Cotty/resources/app.asar/out/main/screen-worker.js");
  expect(unpackedFile(packed).pathname).toBe("/opt/Cotty/resources/app.asar.unpacked/out/main/screen-worker.js");
  expect(unpackedFile(unpackedFile(packed)).href).toBe(unpackedFile(packed).href);
  const checkout = new URL("file:///home/ada/cotty/out/main/screen-worker.js");
  expect(unpackedFile(checkout).href).toBe(checkout.href);
});
