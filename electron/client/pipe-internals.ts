/**
 * The one adapter to the handles beneath `node:net`, which Node keeps private. A list
 * says what each part is used for, and is checked before the first use. Where a part is
 * missing, the client uses `node:net`.
 */
import { missingParts, type PartsOf } from "../../shared/private-parts.ts";

/** Reports its outcome: 0, or one of the system's error numbers, below 0. */
export type PipeRequest = { oncomplete?: (status: number) => void };

/** A local socket, or a named pipe. Its methods return 0 or an error number. */
export type PipeHandle = {
  /** Reports to the request. Older versions return nothing. */
  connect(request: PipeRequest, path: string): number | undefined;
  readStart(): number;
  /** Is told of each chunk. How many bytes it has, or which error there is, stands in `streamBaseState`. */
  onread?: (chunk: ArrayBuffer | undefined) => void;
  /** Reports to the request only what it could not write at once. */
  writeUtf8String(request: PipeRequest, text: string): number;
  shutdown(request: PipeRequest): number;
  close(): void;
  unref(): void;
  /** Bytes that the system has not accepted yet. */
  readonly writeQueueSize: number;
};

type PipeBinding = {
  readonly Pipe: new (kind: number) => PipeHandle;
  readonly PipeConnectWrap: new () => PipeRequest;
  readonly constants: { readonly SOCKET: number };
};

type StreamBinding = {
  readonly WriteWrap: new () => PipeRequest;
  readonly ShutdownWrap: new () => PipeRequest;
  readonly streamBaseState: Int32Array;
  /** Where in `streamBaseState` the two figures of a chunk stand. */
  readonly kReadBytesOrError: number;
  readonly kArrayBufferOffset: number;
};

const PIPE_BINDING = {
  Pipe: ["function", "a connection"],
  PipeConnectWrap: ["function", "connects"],
  "constants.SOCKET": ["number", "the kind of connection"],
} satisfies PartsOf<PipeBinding>;

const STREAM_BINDING = {
  WriteWrap: ["function", "writes"],
  ShutdownWrap: ["function", "ends what is written"],
  streamBaseState: ["Int32Array", "tells how much was read"],
  kReadBytesOrError: ["number", "finds that"],
  kArrayBufferOffset: ["number", "finds where in its buffer a chunk begins"],
} satisfies PartsOf<StreamBinding, Int32Array>;

/** Not `onread`, which is undefined until it is set. */
const HANDLE = {
  connect: ["function", "connects"],
  readStart: ["function", "reads"],
  writeUtf8String: ["function", "writes"],
  shutdown: ["function", "ends what is written"],
  close: ["function", "ends the connection"],
  unref: ["function", "lets the process end while a connection closes"],
  writeQueueSize: ["number", "tells what is not written yet"],
} satisfies PartsOf<Omit<PipeHandle, "onread">>;

/** The versions of Node with which commands were tried. The meaning of a part could change in another one. */
const KNOWN_VERSIONS = /^(?:20|22|24|25)\./;

/** A connection that is not open yet, and what it needs. */
export type Pipe = {
  readonly handle: PipeHandle;
  readonly connectRequest: () => PipeRequest;
  readonly writeRequest: () => PipeRequest;
  readonly shutdownRequest: () => PipeRequest;
  /** What the handle's `onread` was called with: bytes, or an error number below 0. */
  readonly read: (chunk: ArrayBuffer | undefined) => Uint8Array | number;
};

/** Undefined where Node's pipes are not as we know them, or where Node refuses them, as it does under `--permission`. */
export function createPipe(): Pipe | undefined {
  if (process.platform === "win32" || !KNOWN_VERSIONS.test(process.versions.node)) return undefined;
  try {
    return pipeOf(binding("pipe_wrap"), binding("stream_wrap"));
  } catch {
    return undefined;
  }
}

function pipeOf(pipe: unknown, stream: unknown): Pipe | undefined {
  if (missingParts("", pipe, PIPE_BINDING).length > 0 || missingParts("", stream, STREAM_BINDING).length > 0) return undefined;
  const { Pipe, PipeConnectWrap, constants } = pipe as PipeBinding;
  const { WriteWrap, ShutdownWrap, streamBaseState, kReadBytesOrError, kArrayBufferOffset } = stream as StreamBinding;
  const handle = new Pipe(constants.SOCKET);
  if (missingParts("", handle, HANDLE).length > 0) return undefined;
  return {
    handle,
    connectRequest: () => new PipeConnectWrap(),
    writeRequest: () => new WriteWrap(),
    shutdownRequest: () => new ShutdownWrap(),
    read(chunk) {
      const read = streamBaseState[kReadBytesOrError] ?? 0;
      return chunk && read > 0 ? new Uint8Array(chunk, streamBaseState[kArrayBufferOffset], read) : read;
    },
  };
}

/** Node's documentation calls `process.binding` deprecated. Whoever runs a command with `--pending-deprecation` is not told: it is not their code. */
function binding(name: string): unknown {
  const before = process.noDeprecation;
  process.noDeprecation = true;
  try {
    return (process as unknown as { binding(name: string): unknown }).binding(name);
  } finally {
    if (before === undefined) delete process.noDeprecation;
    else process.noDeprecation = before;
  }
}
