/** Files of a packaged app: most lie in an archive, `app.asar`, which Electron shows as a folder; some lie beside it. */

const ARCHIVE = "/app.asar/";
const BESIDE = "/app.asar.unpacked/";

/**
 * The plain file behind a file of the archive that is also kept beside it
 * (`asarUnpack` in electron-builder.yml); the same file when nothing is packed.
 */
export function besideArchive(file: URL): URL {
  return new URL(file.href.replace(ARCHIVE, BESIDE));
}
