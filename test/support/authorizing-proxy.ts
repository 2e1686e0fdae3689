/**
 * Stands before an endpoint and adds a bearer token, for programs that test MCP
 * servers and cannot be given one. It passes on everything else as it came, a
 * foreign Host and Origin too.
 */
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

export type AuthorizingProxy = AsyncDisposable & { readonly url: string };

export async function startAuthorizingProxy(target: string, token: string): Promise<AuthorizingProxy> {
  const { host, hostname, port, pathname } = new URL(target);
  const server = createServer((incoming, answer) => {
    const own = `${hostname}:${(server.address() as AddressInfo).port}`;
    const translate = (value: string | undefined): string | undefined =>
      value?.replace(own, host).replace(own.replace(hostname, "localhost"), host);
    const headers = { ...incoming.headers, authorization: `Bearer ${token}`, host: translate(incoming.headers.host) };
    if (incoming.headers.origin !== undefined) headers.origin = translate(incoming.headers.origin);
    const outgoing = request({ hostname, port, path: incoming.url, method: incoming.method, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 500, response.headers);
      response.pipe(answer);
    });
    outgoing.on("error", () => answer.destroy());
    answer.on("close", () => outgoing.destroy());
    incoming.pipe(outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
