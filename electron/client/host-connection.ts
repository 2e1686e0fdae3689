/** Connects to the host over the local socket, and starts a host when none runs. */
import { Client } from "../../shared/client.ts";
import { HostError } from "../../shared/errors.ts";
import type { ClientInfo, ClientKind } from "../../shared/protocol.ts";
import { PROTOCOL_VERSION } from "../../shared/version.ts";
import { connect, type Dial } from "../endpoint/socket-transport.ts";
import type { Paths } from "../platform/paths.ts";

export type ConnectOptions = {
  readonly paths: Paths;
  /** The name that other clients see. */
  readonly name: string;
  readonly kind: ClientKind;
  /** The secret by which the host recognizes an agent after a lost connection. */
  readonly key?: string;
  /** How to open the connection, if not by `node:net`. */
  readonly dial?: Dial;
};

/** A host that runs answers within a few milliseconds, on a busy machine within a second or two. */
const ANSWER_WITHIN_MS = 10_000;

/** There is a host, but it cannot be used: it could not start, or it does not answer. Its code is `no-host`. */
export class UnusableHostError extends HostError {
  constructor(message: string) {
    super("no-host", message);
  }
}

/** The error for a host that is there but says nothing. */
export function silentHost({ runDirectory }: Paths): UnusableHostError {
  return new UnusableHostError(
    `A host holds the lock in ${runDirectory} but does not answer. Check whether its process is suspended`,
  );
}

/** Connects to the host and says hello. Fails with `no-host` when no host runs, or when it does not answer. */
export async function connectClient(paths: Paths, name: string, kind: ClientKind = "cli"): Promise<Client> {
  return (await introduce({ paths, name, kind })).client;
}

/**
 * Like `connectClient`, for a command that only reads: its request need not wait for the answer to the hello, which saves the
 * time of a round trip. If the hello fails, so does the request. A host that was suspended may still do what it asks for after
 * the command has given up or was interrupted, so it must change nothing.
 */
export async function connectForReading(options: ConnectOptions): Promise<Client> {
  const { client, hello } = await sayHello(options);
  hello.catch((error: unknown) => {
    if (error instanceof HostError) client.fail(error);
  });
  return client;
}

/** Like `connectClient`, for a client that also needs `self`: how the host describes it. */
export async function introduce(options: ConnectOptions): Promise<{ client: Client; self: ClientInfo }> {
  const { client, hello } = await sayHello(options);
  try {
    return { client, self: (await hello).client };
  } catch (error) {
    client[Symbol.dispose]();
    throw error;
  }
}

async function sayHello({ paths, name, kind, key, dial }: ConnectOptions) {
  const { transport, token } = await connect(paths, dial);
  const client = new Client(transport);
  const hello = client.hello({ token, name: name.slice(0, 128), kind, key, protocol: PROTOCOL_VERSION });
  return { client, hello: answered(hello, paths) };
}

/** The answer. Fails when it does not come: a suspended host accepts connections and never answers. */
async function answered<T>(answer: Promise<T>, paths: Paths): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(silentHost(paths)), ANSWER_WITHIN_MS);
  });
  try {
    return await Promise.race([answer, silence]);
  } finally {
    clearTimeout(timer);
  }
}

export type ConnectOrStartOptions = ConnectOptions & {
  /** The path of the built headless host. */
  readonly hostScript: string;
};

/** Connects to the host, and starts one when none runs. Fails with `no-host` when the host cannot be started. */
export async function connectOrStart(options: ConnectOrStartOptions): Promise<Client> {
  try {
    return (await introduce(options)).client;
  } catch (error) {
    if (!isNoHost(error)) throw error;
    const { startAndConnect } = await loadHostProcess();
    return startAndConnect(options);
  }
}

/** What starts a host is loaded when it is needed, because most commands find one. */
export const loadHostProcess = () => import("./host-process.ts");

/** Whether a request failed because no host runs. False when there is one that cannot be used. */
export function isNoHost(error: unknown): boolean {
  return error instanceof HostError && error.code === "no-host" && !(error instanceof UnusableHostError);
}
