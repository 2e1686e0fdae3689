/**
 * Closes descriptors that the starter of this process left open by accident, as
 * editors and shells do. Every program that the host starts would inherit them.
 * Node marks only the first sixteen and its own as close-on-exec.
 */
import { closeSync } from "node:fs";
import { dirname } from "node:path";
import { descriptorFlags, descriptors, descriptorTarget } from "../platform/linux/proc.ts";

const STANDARD = 2;
/** Linux's O_CLOEXEC, among the flags of a descriptor. */
const CLOSE_ON_EXEC = 0o2000000;

/** Call before anything else is opened. Linux only: elsewhere node-pty closes them in the child. */
export function closeInheritedDescriptors(): void {
  if (process.platform !== "linux") return;
  for (const descriptor of descriptors("self")) {
    if (descriptor > STANDARD && isInheritable(descriptor) && !isOfRuntime(descriptor)) closeSync(descriptor);
  }
}

function isInheritable(descriptor: number): boolean {
  try {
    return (descriptorFlags("self", descriptor) & CLOSE_ON_EXEC) === 0;
  } catch {
    return false; // the listing's own descriptor, closed by now
  }
}

/** Electron keeps files of its own open without marking them, such as the app's archive. They are in the folder of its executable. */
function isOfRuntime(descriptor: number): boolean {
  const file = descriptorTarget("self", descriptor);
  return process.versions["electron"] !== undefined && file.startsWith(`${dirname(process.execPath)}/`);
}
