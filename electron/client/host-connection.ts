/** A command's connection to the host. */
import { Client } from "../../shared/client.ts";
import { HostError } from "../../shared/errors.ts";
import type { ClientInfo, ClientKind } from "../../shared/protocol.ts";
import { PROTOCOL_VERSION } from "../../shared/version.ts";
import { connect } from "../endpoint/socket-transport.ts";
import type { Paths } from "../platform/paths.ts";

export type Introduction = {
  readonly paths: Paths;
  readonly name: string;
  readonly kind: ClientKind;
  /** Of an agent: the secret by which it is known again after a lost connection. */
  readonly key?: string;
};

/** Connects and introduces itself. Fails with `no-host` when none runs. */
export async function connectClient(paths: Paths, name: string, kind: ClientKind = "cli"): Promise<Client> {
  return (await introduce({ paths, name, kind })).client;
}

/** The same, for a client that needs to know who the host says it is. */
export async function introduce({ paths, name, kind, key }: Introduction): Promise<{ client: Client; self: ClientInfo }> {
  const { transport, token } = await connect(paths);
  const client = new Client(transport);
  try {
    const welcome = await client.hello({ token, name: name.slice(0, 128), kind, key, protocol: PROTOCOL_VERSION });
    return { client, self: welcome.client };
  } catch (error) {
    client[Symbol.dispose]();
    throw error;
  }
}

export type HostOptions = Introduction & {
  /** The built headless host. */
  readonly hostScript: string;
};

/** Connects to the host; starts one when there is none. The code for that is loaded only then. */
export async function connectOrStart(options: HostOptions): Promise<Client> {
  try {
    return (await introduce(options)).client;
  } catch (error) {
    if (!isNoHost(error)) throw error;
    const { startAndConnect } = await import("./host-process.ts");
    return startAndConnect(options);
  }
}

export function isNoHost(error: unknown): boolean {
  return error instanceof HostError && error.code === "no-host";
}
