/**
 * Sockets with which a program wakes itself, as Python's asyncio does with a pair
 * of them: both ends are its own, so nobody else can send anything there.
 */
import { descriptors, descriptorTarget, unixSocketInodes } from "../platform/linux/proc.ts";

const SOCKET = /^socket:\[(\d+)\]$/;

/**
 * Whether the process has both ends of the pair to which this socket belongs. `target`: what its descriptor stands for. The
 * kernel does not tell the other end; it gives both their numbers at once, so they follow each other. Throws where the system
 * does not tell.
 */
export function isOwnSocket(pid: number, target: string): boolean {
  const inode = Number(SOCKET.exec(target)?.[1]);
  if (Number.isNaN(inode)) return false;
  const targets = new Set(descriptors(pid).map((descriptor) => targetOf(pid, descriptor)));
  const other = [inode - 1, inode + 1].find((neighbor) => targets.has(`socket:[${neighbor}]`));
  if (other === undefined) return false;
  const unnamed = unixSocketInodes(pid);
  return unnamed.has(inode) && unnamed.has(other);
}

/** Empty for one that has been closed meanwhile. */
function targetOf(pid: number, descriptor: number): string {
  try {
    return descriptorTarget(pid, descriptor);
  } catch {
    return "";
  }
}
