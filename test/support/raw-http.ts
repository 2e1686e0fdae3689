/** HTTP written by hand, for requests that no client library would send. */
import { connect } from "node:net";
import { PATIENCE_MS } from "./until.ts";

export type RawAnswer = {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
  readonly text: string;
};

export type RawRequest = {
  readonly method?: string;
  readonly path?: string;
  /** In order and as they are; a name may come twice. */
  readonly headers: readonly (readonly [string, string])[];
  readonly body?: string | Buffer | Iterable<string | Buffer>;
};

/** Sends the request to 127.0.0.1 and collects what comes until the server closes. */
export function rawRequest(port: number, request: RawRequest): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: "127.0.0.1", port });
    const chunks: Buffer[] = [];
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error(`${request.path ?? "/"}: the connection is still open`)));
    // A server that refuses need not read to the end; what it said before it hung up counts.
    socket.on("error", (error) => chunks.length === 0 && reject(error));
    socket.on("close", () => resolve(parse(Buffer.concat(chunks).toString("latin1"))));
    const lines = [`${request.method ?? "GET"} ${request.path ?? "/"} HTTP/1.1`];
    for (const [name, value] of request.headers) lines.push(`${name}: ${value}`);
    socket.write(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
    const { body = [] } = request;
    for (const part of typeof body === "string" || Buffer.isBuffer(body) ? [body] : body) socket.write(part);
  });
}

function parse(text: string): RawAnswer {
  const end = text.indexOf("\r\n\r\n");
  const [statusLine = "", ...lines] = text.slice(0, end).split("\r\n");
  const headers = new Map(
    lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]),
  );
  return { status: Number(statusLine.split(" ")[1]), headers, body: text.slice(end + 4), text };
}
