/** The local endpoint with a stand-in for the host behind it. */
import { once } from "node:events";
import { connect as connectSocket, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { type LocalEndpoint, listen } from "../../electron/endpoint/listener.ts";
import { connect } from "../../electron/endpoint/socket-transport.ts";
import { fileLog } from "../../electron/platform/log.ts";
import { Client } from "../../shared/client.ts";
import { MemorySessions } from "../fixtures/stand-in-accept.ts";
import type { Home } from "./home.ts";

/** A stand-in host in this process. */
export async function startEndpoint(home: Home): Promise<LocalEndpoint & AsyncDisposable & { sessions: MemorySessions }> {
  const sessions = new MemorySessions();
  const log = fileLog(home.paths.log);
  const outcome = await listen({ paths: home.paths, accept: sessions.accept, log });
  if (outcome.kind !== "hosting") throw new Error("taken");
  return {
    ...outcome,
    sessions,
    [Symbol.asyncDispose]: async () => {
      await outcome.close();
      log[Symbol.dispose]();
    },
  };
}

/** A script's connection; with another token than the right one if one is given. */
export async function connectScript(home: Home, token?: string): Promise<Client> {
  const connection = await connect(home.paths);
  const client = new Client(connection.transport);
  await client.hello({ token: token ?? connection.token, name: "test", kind: "script", protocol: 1 });
  return client;
}

/** A bare socket to the endpoint. */
export async function rawConnection(home: Home): Promise<Socket> {
  const socket = connectSocket(home.paths.socket);
  socket.on("error", () => {});
  await once(socket, "connect");
  return socket;
}

/** The next line that comes, read as JSON. */
export async function nextLine(socket: Socket): Promise<{ error?: { code: number; message: string } }> {
  const [line] = (await once(createInterface(socket), "line")) as [string];
  return JSON.parse(line) as { error?: { code: number; message: string } };
}
