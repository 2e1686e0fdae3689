/**
 * A server of lines for telnet and nc, on a free port of loopback that it
 * writes into the file named by its argument. `WORD a b` answers with the sum,
 * some words after a pause behind a partial line. It serves one client and ends with it.
 */
import { writeFileSync } from "node:fs";
import { createServer } from "node:net";

const PARTIAL = { slow: "", check: "Checking: ", test: "Testing (1/2)" };
const PAUSE_MS = 1200;

const server = createServer((socket) => {
  server.close();
  socket.on("error", () => {});
  socket.write("ready> ");
  socket.on("data", (data) => {
    const [word, a, b] = data.toString().trim().split(" ");
    const answer = () => socket.write(`${PARTIAL[word] ? " done\n" : ""}${Number(a) + Number(b)}\nready> `);
    if (PARTIAL[word] === undefined) return answer();
    socket.write(PARTIAL[word]);
    setTimeout(answer, PAUSE_MS);
  });
});
server.listen(0, "127.0.0.1", () => writeFileSync(process.argv[2], String(server.address().port)));
