/** The window's connection in a browser, over sockets that the test answers. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type ConnectionState, WindowConnection } from "../../../renderer/connection/window-connection.ts";

/** A host that can be away: a socket then fails. One that is there accepts every hello. */
class HostSocket extends EventTarget {
  static readonly OPEN = 1;
  static isAway = false;
  static opened: HostSocket[] = [];
  readonly bufferedAmount = 0;
  readyState = 0;

  constructor() {
    super();
    HostSocket.opened.push(this);
    queueMicrotask(() => {
      if (HostSocket.isAway) return void this.dispatchEvent(new Event("error"));
      this.readyState = HostSocket.OPEN;
      this.dispatchEvent(new Event("open"));
    });
  }

  send(text: string): void {
    const { id } = JSON.parse(text) as { id: number };
    const result = { client: { id: "w1", name: "You", kind: "window" } };
    const data = JSON.stringify({ jsonrpc: "2.0", id, result });
    queueMicrotask(() => this.dispatchEvent(Object.assign(new Event("message"), { data })));
  }

  close(): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    queueMicrotask(() => this.dispatchEvent(Object.assign(new Event("close"), { reason: "" })));
  }
}

let page: EventTarget;
let token: string | null;

/** The host goes, and the page has no token for the next one. */
async function endConnection(): Promise<void> {
  token = null;
  HostSocket.opened.at(-1)?.close();
  await vi.advanceTimersByTimeAsync(60_000);
}

beforeEach(() => {
  vi.useFakeTimers();
  HostSocket.isAway = false;
  HostSocket.opened = [];
  page = new EventTarget();
  token = "token";
  vi.stubGlobal("window", page);
  vi.stubGlobal("WebSocket", HostSocket);
  vi.stubGlobal("location", { search: "", hash: "", protocol: "http:", host: "127.0.0.1:1" });
  vi.stubGlobal("sessionStorage", { getItem: () => token });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("a fresh address while the window waits to connect again makes one connection, which stays", async () => {
  HostSocket.isAway = true;
  const connection = new WindowConnection();
  const states: ConnectionState["kind"][] = [];
  using _states = connection.onState(({ kind }) => states.push(kind));
  connection.start();
  await vi.advanceTimersByTimeAsync(0);
  expect(states).toEqual(["reconnecting"]);

  HostSocket.isAway = false;
  page.dispatchEvent(new Event("hashchange"));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(states).toEqual(["reconnecting", "open"]);
  expect(HostSocket.opened.map(({ readyState }) => readyState === HostSocket.OPEN)).toEqual([false, true]);
  await endConnection();
});

test("of two connections that are made at the same time, the later one stays", async () => {
  const connection = new WindowConnection();
  connection.start();
  page.dispatchEvent(new Event("hashchange"));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(HostSocket.opened.map(({ readyState }) => readyState === HostSocket.OPEN)).toEqual([false, true]);
  await endConnection();
});
