/** The archive of a packaged app, `app.asar`. Electron makes it look like a folder. Some of its files also lie beside it. */

const ARCHIVE = "/app.asar/";
const UNPACKED = "/app.asar.unpacked/";

/**
 * The real file for a file of the archive that `asarUnpack` in
 * electron-builder.yml names. Returns the same URL when the app is not packaged.
 */
export function unpackedFile(file: URL): URL {
  return new URL(file.href.replace(ARCHIVE, UNPACKED));
}
