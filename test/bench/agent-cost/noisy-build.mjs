/** A build as builds are: 300 lines in twelve seconds, of which the last few matter. */
const LINES = 300;
const SECONDS = 12;

for (let i = 1; i <= LINES; i++) {
  console.log(`[${i}/${LINES}] CC src/module_${i % 17}/part_${i}.c -> build/obj/module_${i % 17}/part_${i}.o`);
  if (i === 141) console.log("src/net/socket.c:214:9: warning: unused variable 'flags' [-Wunused-variable]");
  await new Promise((resolve) => setTimeout(resolve, (SECONDS * 1000) / LINES));
}
console.log("src/store/index.c:88:5: error: use of undeclared identifier 'cursor'");
console.log("build failed: 1 error, 1 warning");
process.exit(2);
