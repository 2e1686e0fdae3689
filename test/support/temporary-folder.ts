/** Folders that live as long as the test file that makes them. */
import { mkdtempSync, rmSync } from "node:fs";

const folders: string[] = [];

/** Makes an empty folder and returns its path. It is removed when the file's last test and its own clean-up are over. */
export function temporaryFolder(): string {
  // A short path, because a socket's may have no more than 103 bytes.
  const folder = mkdtempSync("/tmp/ct-");
  folders.push(folder);
  return folder;
}

/** Removes every folder that this test file has made. */
export function removeTemporaryFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}
