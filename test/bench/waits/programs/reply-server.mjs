/**
 * A server whose replies say by their first line or their last that they end, as
 * those of SMTP do. It is on a free port of loopback that it writes into the file
 * named by its argument. `WORD a b` answers with the sum, some words after a pause
 * behind a part of the reply. It serves one client and ends with it.
 */
import { writeFileSync } from "node:fs";
import { createServer } from "node:net";

const FIRST = { slow: "", long: "250-working on it\r\n" };
const PAUSE_MS = 2500;

const server = createServer((socket) => {
  server.close();
  socket.on("error", () => {});
  socket.write("220 ready\r\n");
  socket.on("data", (data) => {
    const [word, a, b] = data.toString().trim().split(" ");
    const answer = () => socket.write(`250 ${Number(a) + Number(b)}\r\n`);
    if (FIRST[word] === undefined) return answer();
    socket.write(FIRST[word]);
    setTimeout(answer, PAUSE_MS);
  });
});
server.listen(0, "127.0.0.1", () => writeFileSync(process.argv[2], String(server.address().port)));
