/** Serves the peer of the window's benchmark: a page with many live xterms, fed over one WebSocket. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { resolve } from "node:path";
import { WebSocketServer } from "ws";
import { ROOT } from "../measure.mjs";
import { FEED } from "./feed.mjs";

const XTERM = resolve(ROOT, "node_modules/@xterm/xterm");

const page = ({ sessions, size }) => `<!doctype html>
<link rel="stylesheet" href="/xterm.css">
<style>body { margin: 0; display: grid; grid-template-columns: repeat(6, 1fr); gap: 4px; background: #000 } div { overflow: hidden }</style>
<body>
<script src="/xterm.js"></script>
<script>
  const terminals = Array.from({ length: ${sessions} }, () => {
    const place = document.body.appendChild(document.createElement("div"));
    const terminal = new Terminal({ cols: ${size.cols}, rows: ${size.rows}, fontSize: 5 });
    terminal.open(place);
    return terminal;
  });
  new WebSocket("ws://" + location.host).onmessage = ({ data }) => {
    const { at, text } = JSON.parse(data);
    terminals[at].write(text);
  };
</script>`;

/** `line(n)` is the text of line `n`. */
export async function servePeer({ sessions, size, line }) {
  const files = { "/": page({ sessions, size }), "/xterm.js": file("lib/xterm.js"), "/xterm.css": file("css/xterm.css") };
  const types = { "/": "text/html", "/xterm.js": "text/javascript", "/xterm.css": "text/css" };
  const server = createServer(({ url }, response) => {
    response.writeHead(url in files ? 200 : 404, { "content-type": types[url] ?? "text/plain" }).end(files[url]);
  });
  const sockets = new WebSocketServer({ server });
  let n = 0;
  const timer = setInterval(() => {
    for (let at = 0; at < sessions; at++) {
      const text = Array.from({ length: FEED.batch }, (_, i) => line(n + i)).join("");
      for (const socket of sockets.clients) socket.send(JSON.stringify({ at, text }));
    }
    n += FEED.batch;
  }, FEED.everyMs);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    async close() {
      clearInterval(timer);
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
      server.close();
      await once(server, "close");
    },
  };
}

function file(path) {
  return readFileSync(resolve(XTERM, path));
}
