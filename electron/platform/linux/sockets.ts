/** What the kernel tells of sockets, by their numbers (inodes), as a descriptor's target has them: `socket:[1234]`. They throw where the system has no /proc. */
import { type ProcessId, socketRows } from "./proc.ts";

/** The numbers of the connected Unix sockets without a name, in the network namespace of this process: the two of each pair are among them. */
export function connectedUnixSockets(pid: ProcessId): ReadonlySet<number> {
  const CONNECTED = "03";
  return new Set(
    socketRows(pid, "unix")
      .filter(({ length, 5: state }) => length === 7 && state === CONNECTED)
      .map(({ 6: inode }) => Number(inode)),
  );
}

/** The numbers of the sockets at which somebody may call, Unix and TCP, in the network namespace of this process. */
export function listeningSockets(pid: ProcessId): ReadonlySet<number> {
  const ACCEPTS = 0x10000;
  const LISTENS = "0A";
  const unix = socketRows(pid, "unix").filter(({ 3: flags = "" }) => (Number.parseInt(flags, 16) & ACCEPTS) !== 0);
  const tcp = [...socketRows(pid, "tcp"), ...socketRows(pid, "tcp6")].filter(({ 3: state }) => state === LISTENS);
  return new Set([...unix.map(({ 6: inode }) => Number(inode)), ...tcp.map(({ 9: inode }) => Number(inode))]);
}
