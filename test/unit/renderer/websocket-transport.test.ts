import { afterEach, expect, test, vi } from "vitest";
import { WebSocketClientTransport } from "../../../renderer/connection/websocket-client-transport.ts";

class FakeSocket extends EventTarget {
  static last: FakeSocket | undefined;
  constructor() {
    super();
    FakeSocket.last = this;
    queueMicrotask(() => this.dispatchEvent(new Event("open")));
  }
  receive(data: string): void {
    this.dispatchEvent(Object.assign(new Event("message"), { data }));
  }
}

afterEach(() => vi.unstubAllGlobals());

test("frames of tiles are handed on as they came, and everything else is parsed", async () => {
  vi.stubGlobal("WebSocket", FakeSocket);
  const transport = await WebSocketClientTransport.open("ws://host/ws");
  const seen: unknown[] = [];
  using _messages = transport.onMessage((message) => seen.push(message));
  using _frames = transport.onTileFrame((text) => seen.push(text));
  const frame = JSON.stringify({ jsonrpc: "2.0", method: "tiles/frame", params: { seq: 1, tiles: [] } });
  const changed = { jsonrpc: "2.0", method: "sessions/changed", params: {} };
  FakeSocket.last?.receive(frame);
  FakeSocket.last?.receive(JSON.stringify(changed));
  FakeSocket.last?.receive("not json");
  expect(seen).toEqual([frame, changed]);
});
