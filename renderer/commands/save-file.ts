/** Hands a file to the person as a download. */
export function saveFile(blob: Blob, fileName: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = fileName;
  link.click();
  // The browser has taken its own reference by the next task.
  setTimeout(() => URL.revokeObjectURL(link.href), 0);
}
