/**
 * The gate that every HTTP request must pass before the server acts on it.
 * Listening on loopback is not enough: any web page in the user's browser can
 * send requests there, under a host name that it chooses (DNS rebinding). So the
 * Host header must be exactly ours, and the Origin header too, if there is one.
 */
import type { IncomingMessage } from "node:http";

/** How a request is refused: the HTTP status, a short reason for the response's body, and extra headers. */
export type Refusal = { readonly status: number; readonly reason: string; readonly headers?: Readonly<Record<string, string>> };

const ALLOWED_FETCH_SITES = new Set(["same-origin", "none"]);

/** The first rule that the request breaks. Undefined when it breaks none. Reads only headers. */
export function refusalOf(request: IncomingMessage, port: number): Refusal | undefined {
  if (!isLoopback(request.socket.remoteAddress)) return forbidden("not from this machine");
  const hosts = request.headersDistinct["host"] ?? [];
  if (hosts.length > 1) return { status: 400, reason: "more than one Host" };
  const [host = ""] = hosts;
  if (![`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`].includes(host)) return forbidden("unknown Host");
  const origin = request.headers["origin"];
  if (origin !== undefined && origin !== `http://${host}`) return forbidden("foreign Origin");
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined && (typeof site !== "string" || !ALLOWED_FETCH_SITES.has(site))) return forbidden("cross-site");
  return undefined;
}

/**
 * The same for a request with a body: it must be plain JSON. A page of another
 * origin cannot send JSON without a preflight request, which the server refuses.
 */
export function bodyRefusalOf(request: IncomingMessage): Refusal | undefined {
  const [type, ...parameters] = (request.headers["content-type"] ?? "").split(";").map((part) => part.trim().toLowerCase());
  if (type !== "application/json") return { status: 415, reason: "send application/json" };
  // The body is read as UTF-8, which JSON is. A charset has no meaning for it, so this is the only one that is true.
  if (!parameters.every(allowsUtf8)) return { status: 415, reason: "send it in UTF-8" };
  if (request.headers["content-encoding"] !== undefined) return { status: 415, reason: "send it unencoded" };
  return undefined;
}

/** Whether this parameter of a content type names no other charset. */
function allowsUtf8(parameter: string): boolean {
  const [name = "", value = ""] = parameter.split("=", 2);
  return name.trim() !== "charset" || /^\s*("?)utf-?8\1$/.test(value);
}

function forbidden(reason: string): Refusal {
  return { status: 403, reason };
}

function isLoopback(address: string | undefined): boolean {
  if (address === undefined) return false;
  return address === "::1" || address.startsWith("127.") || address.startsWith("::ffff:127.");
}
