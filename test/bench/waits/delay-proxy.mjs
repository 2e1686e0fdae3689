/** A line between two programs that is as long as wanted: TCP, each way half of the round trip later, in order. */
import { once } from "node:events";
import { connect, createServer } from "node:net";

/** Listens on a free port of loopback. `roundTripMs` is what a byte and its answer take longer than without. */
export async function delayProxy(targetPort, roundTripMs) {
  const sockets = new Set();
  const carry = (from, to) => {
    sockets.add(from);
    const later = (act) => setTimeout(() => !to.destroyed && act(), roundTripMs / 2);
    from.on("data", (data) => later(() => to.write(data)));
    from.on("end", () => later(() => to.end()));
    from.on("error", () => to.destroy());
    from.on("close", () => sockets.delete(from));
  };
  const server = createServer((near) => {
    const far = connect(targetPort, "127.0.0.1");
    for (const socket of [near, far]) socket.setNoDelay(true);
    carry(near, far);
    carry(far, near);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: server.address().port,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
