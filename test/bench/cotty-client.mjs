/** The protocol over the host's socket, as any script could speak it. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { COTTY } from "./measure.mjs";

/** Starts a host in `home` if none runs there and connects. */
export async function connectHost(home) {
  spawnSync(process.execPath, [COTTY, "start", "bench-warm-up", "true"], { env: { ...process.env, COTTY_HOME: home } });
  const socket = connect(join(home, "run", "cotty.sock"));
  const pending = new Map();
  const listeners = new Set();
  let rest = "";
  let nextId = 1;
  socket.setEncoding("utf8");
  socket.on("data", (data) => {
    const lines = (rest + data).split("\n");
    rest = lines.pop();
    for (const line of lines) {
      const message = JSON.parse(line);
      if (message.method) for (const listener of listeners) listener(message.method, message.params);
      else {
        const { resolve, reject } = pending.get(message.id);
        pending.delete(message.id);
        if (message.error) reject(new Error(message.error.message));
        else resolve(message.result);
      }
    }
  });
  const send = (message) => socket.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  /** `signal` asks the host to end the request; it still answers. */
  const request = (method, params = {}, signal) =>
    new Promise((resolve, reject) => {
      const id = nextId++;
      pending.set(id, { resolve, reject });
      send({ id, method, params });
      signal?.addEventListener("abort", () => send({ method: "request/cancel", params: { request: id } }), { once: true });
    });
  const token = readFileSync(join(home, "run", "token"), "utf8").trim();
  const { pid } = await request("host/hello", { protocol: 1, token, client: { name: "bench", kind: "script" } });
  await request("session/stop", { id: "bench-warm-up" });
  return {
    pid,
    request,
    onEvent: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => socket.destroy(),
  };
}
