/**
 * Sockets with which a program wakes itself, as Python's asyncio does with a pair
 * of them, and with which the processes of one job talk to each other, as those of
 * Node and Neovim do. Both ends are their own, so nobody else can send anything there.
 */
import { descriptors, targetIfOpen } from "../platform/linux/proc.ts";
import { connectedUnixSockets, listeningSockets } from "../platform/linux/sockets.ts";

const SOCKET = /^socket:\[(\d+)\]$/;

/** The sockets of these processes. They are looked up once, when the first one is asked for. */
export class OwnSockets {
  readonly #pids: readonly number[];
  #targets: ReadonlySet<string> | undefined;
  #unnamed: ReadonlySet<number> | undefined;
  #listening: ReadonlySet<number> | undefined;

  constructor(pids: readonly number[]) {
    this.#pids = pids;
  }

  /**
   * Whether the processes have both ends of the pair to which this socket belongs. `target`: what its descriptor stands for.
   * The kernel does not tell the other end; it gives both their numbers at once, so they follow each other. Throws where the
   * system does not tell.
   */
  has(target: string): boolean {
    const inode = inodeOf(target);
    if (inode === undefined) return false;
    const targets = (this.#targets ??= new Set(this.#pids.flatMap(targetsOf)));
    const other = [inode - 1, inode + 1].find((neighbor) => targets.has(`socket:[${neighbor}]`));
    if (other === undefined) return false;
    const unnamed = (this.#unnamed ??= connectedUnixSockets(this.#pids[0] ?? "self"));
    return unnamed.has(inode) && unnamed.has(other);
  }

  /** The socket only waits for somebody to call. Throws where the system does not tell. */
  listens(target: string): boolean {
    const inode = inodeOf(target);
    if (inode === undefined) return false;
    this.#listening ??= listeningSockets(this.#pids[0] ?? "self");
    return this.#listening.has(inode);
  }
}

function inodeOf(target: string): number | undefined {
  const inode = SOCKET.exec(target)?.[1];
  return inode === undefined ? undefined : Number(inode);
}

function targetsOf(pid: number): string[] {
  return descriptors(pid).map((descriptor) => targetIfOpen(pid, descriptor));
}
