/**
 * Descriptors that whoever started this process left open without meaning to
 * (editors and shells do), and that every program we start would inherit in
 * turn. Node marks the first sixteen and its own close-on-exec, not those.
 */
import { closeSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { dirname } from "node:path";

const STANDARD = 2;
/** proc(5), /proc/pid/fdinfo: the flags are octal, with close-on-exec among them. */
const CLOSE_ON_EXEC = 0o2000000;

/** Call before anything else is opened. Linux only: elsewhere node-pty closes them in the child. */
export function closeInheritedDescriptors(): void {
  if (process.platform !== "linux") return;
  for (const name of readdirSync("/proc/self/fd")) {
    const descriptor = Number(name);
    if (descriptor > STANDARD && isInheritable(descriptor) && !isOfRuntime(descriptor)) closeSync(descriptor);
  }
}

function isInheritable(descriptor: number): boolean {
  try {
    const [, flags = "0"] = /^flags:\s*([0-7]+)/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, "utf8")) ?? [];
    return (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) === 0;
  } catch {
    return false; // the listing's own
  }
}

/** Electron keeps files of its own open, the app's archive among them, without marking them. They lie around its executable. */
function isOfRuntime(descriptor: number): boolean {
  const file = readlinkSync(`/proc/self/fd/${descriptor}`);
  return process.versions["electron"] !== undefined && file.startsWith(`${dirname(process.execPath)}/`);
}
