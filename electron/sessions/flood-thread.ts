/**
 * The thread that reads floods; see flood-reader.ts. A pty hands out 4 KB at a
 * time, and each read waits for the kernel to bring the next. While the host
 * works on what has come, this thread goes on reading.
 */
import { readSync } from "node:fs";
import { parentPort, receiveMessageOnPort, workerData } from "node:worker_threads";
import { FloodRing, type RingMemory } from "./flood-ring.ts";

/** What the host asks for: that the thread reads this descriptor, which does not block. */
export type ReadRequest = { readonly flood: number; readonly descriptor: number; readonly memory: RingMemory };

/** What the thread is started with: the host wakes it with this, of one number. */
export type FloodThreadData = { readonly wake: Int32Array };

type Flood = { readonly id: number; readonly descriptor: number; readonly ring: FloodRing; lastReadAt: number };

/** Of one flood, before the others have their turn. */
const TURN_BYTES = 64 * 1024;
/** The host is told when there is this much: working on large pieces is several times cheaper. */
const ANNOUNCED_BYTES = 64 * 1024;
/** When no flood has anything: the host is told of what there is, and they are read again after this time. */
const REST_MS = 1;
/** A program that prints nothing for this long floods no more. */
const QUIET_MS = 50;

const { wake } = workerData as FloodThreadData;
const port = parentPort;
const floods = new Set<Flood>();

function begin({ flood, descriptor, memory }: ReadRequest): void {
  floods.add({ id: flood, descriptor, ring: new FloodRing(memory), lastReadAt: performance.now() });
}

/** Reads all floods in turn until the last has ended. */
function readOn(): void {
  while (floods.size > 0) {
    for (let message = nextMessage(); message; message = nextMessage()) begin(message);
    let length = 0;
    for (const flood of floods) length += read(flood);
    if (length === 0) rest();
  }
}

function nextMessage(): ReadRequest | undefined {
  return (port ? receiveMessageOnPort(port) : undefined)?.message as ReadRequest | undefined;
}

/** Returns how many bytes have come. */
function read(flood: Flood): number {
  const { ring } = flood;
  let length = 0;
  let last: number;
  if (ring.isStopWanted) return end(flood);
  do {
    last = ring.write((into) => readInto(flood.descriptor, into));
    length += last;
  } while (last > 0 && length < TURN_BYTES);
  const now = performance.now();
  // While the host takes nothing, nobody knows whether the program goes on.
  if (length > 0 || ring.isFull) flood.lastReadAt = now;
  else if (now - flood.lastReadAt > QUIET_MS) return end(flood);
  if (ring.length >= ANNOUNCED_BYTES) announce(flood);
  return length;
}

function end(flood: Flood): number {
  floods.delete(flood);
  flood.ring.stop();
  port?.postMessage(flood.id);
  return 0;
}

function announce({ id, ring }: Flood): void {
  if (ring.announce()) port?.postMessage(id);
}

function rest(): void {
  for (const flood of floods) if (flood.ring.length > 0) announce(flood);
  Atomics.wait(wake, 0, 0, REST_MS);
}

function readInto(descriptor: number, into: Buffer): number {
  try {
    return readSync(descriptor, into);
  } catch {
    // Nothing has come (EAGAIN), or the pty is gone; of that the host is told otherwise.
    return 0;
  }
}

port?.on("message", (message: ReadRequest) => {
  begin(message);
  try {
    readOn();
  } finally {
    // Whatever has happened here, the host must not wait for it.
    for (const flood of floods) end(flood);
  }
});
port?.postMessage("ready");
