import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, readlinkSync, rmSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { commandScript } from "../../support/built.ts";
import { cotty, cottyOk } from "../../support/cotty.ts";
import { createHome, hostPid, processesIn } from "../../support/home.ts";
import { until } from "../../support/until.ts";

describe("F15 starting hosts", () => {
  test("eight cold starts at once: one host, eight sessions, no orphan", async () => {
    await using home = createHome();
    const names = Array.from({ length: 8 }, (_, i) => `race${i}`);
    const results = await Promise.all(names.map((name) => cotty(home, ["start", name, "sleep 100"])));
    expect(results.map(({ stdout }) => stdout)).toEqual(names.map((name) => `Started session: ${name}\n`));
    const listed = JSON.parse(await cottyOk(home, ["ls", "--json"])) as { id: string }[];
    expect(listed.map(({ id }) => id).sort()).toEqual(names);
    await cottyOk(home, ["kill-server"]);
    await until("everything has ended", () => processesIn(home.root).length === 0);
  });

  test("after a host was killed the next command starts another, stale lock and socket notwithstanding", async () => {
    await using home = createHome();
    await cottyOk(home, ["start", "a", "sleep 100"]);
    const killed = hostPid(home);
    process.kill(killed, "SIGKILL");
    await until("it has gone", () => !processesIn(home.root).includes(killed));
    expect(await cotty(home, ["ls"])).toMatchObject({ stdout: "No active sessions\n", code: 0 });
    expect(await cottyOk(home, ["start", "b", "sleep 100"])).toBe("Started session: b\n");
  });

  test.each([
    ["ls", ["ls"], { stdout: "No active sessions\n", stderr: "", code: 0 }],
    ["start", ["start", "b", "sleep 100"], { stdout: "Started session: b\n", stderr: "", code: 0 }],
    ["stdin", ["stdin", "a", "x"], { stdout: "", stderr: "Failed to send stdin: No server running\n", code: 1 }],
  ])("a host that dies after it was connected to, before it has answered, is none: %s", async (_, args, answer) => {
    await using home = createHome();
    await cottyOk(home, ["start", "a", "sleep 100"]);
    await cottyOk(home, ["kill-server"]);
    const dying = createServer((connection) => {
      dying.close();
      connection.once("data", () => connection.destroy());
    }).listen(home.paths.socket);
    await once(dying, "listening");
    expect(await cotty(home, args)).toEqual(answer);
    expect(dying.listening).toBe(false);
  });

  test("a start while the host shuts down reaches a host, or says that it failed", async () => {
    await using home = createHome();
    for (let round = 0; round < 3; round++) {
      await cottyOk(home, ["start", `old${round}`, "sleep 100"]);
      const [, started] = await Promise.all([cotty(home, ["kill-server"]), cotty(home, ["start", `new${round}`, "sleep 100"])]);
      // Whichever came first; a failure must at least say so.
      expect(started.code === 0 ? started.stdout : started.stderr).toMatch(
        /^(?:Started session: new\d|Failed to start session: .*)$/m,
      );
      await cotty(home, ["kill-server"]);
    }
  });

  test("the host outlives the command, its terminal and its folder", async () => {
    await using home = createHome();
    await cottyOk(home, ["start", "a", "sleep 100"], { cwd: "/usr" });
    const pid = hostPid(home);
    expect(readFileSync(`/proc/${pid}/stat`, "latin1").split(") ")[1]?.split(" ")[3]).toBe(String(pid));
    expect(readlinkSync(`/proc/${pid}/cwd`)).toBe("/");
  });

  test("a host that is started from inside a session does not belong to it", async () => {
    await using home = createHome();
    await cottyOk(home, ["start", "a", "sleep 100"], { env: { COTTY_SESSION_ID: "outer", COTTY_SESSION_KEY: "key" } });
    const names = readFileSync(`/proc/${hostPid(home)}/environ`, "latin1")
      .split("\0")
      .map((entry) => entry.split("=")[0])
      .filter((name) => name?.startsWith("COTTY_"));
    expect(names).toEqual(["COTTY_HOME"]);
  });

  test("a relative COTTY_HOME means the same folder to the host", async () => {
    await using home = createHome();
    const env = { COTTY_HOME: "here" };
    // Ended by hand: its environment names the absolute path, which the home's own clean-up does not look for.
    await cottyOk(home, ["start", "a", "sleep 100"], { env });
    expect(await cottyOk(home, ["ls"], { env: { COTTY_HOME: join(home.root, "here") } })).toContain("  a\n");
    await cottyOk(home, ["kill-server"], { env });
  });
});

describe("S9 the token", () => {
  test("is in no command line and no environment while host, command and relay run", async () => {
    await using home = createHome();
    await cottyOk(home, ["start", "a", "sleep 100"]);
    const relay = spawn(process.execPath, [commandScript, "mcp"], { env: home.env, stdio: ["pipe", "pipe", "inherit"] });
    const relayEnded = once(relay, "close");
    const waiting = cotty(home, ["wait", "a"]);
    await until("host, session, relay and command run", () => processesIn(home.root).length === 4);
    const token = readFileSync(home.paths.token, "utf8").trim();
    for (const pid of processesIn(home.root)) {
      for (const file of ["cmdline", "environ"]) expect(readFileSync(`/proc/${pid}/${file}`, "latin1")).not.toContain(token);
    }
    relay.stdin.end();
    await cottyOk(home, ["stop", "a"]);
    await Promise.all([waiting, relayEnded]);
  });
});

test("as terminalcp it speaks of itself by that name", async () => {
  await using home = createHome();
  const link = join(home.root, "terminalcp");
  symlinkSync(commandScript, link);
  const child = spawn(process.execPath, [link, "nope"], { env: home.env, stdio: ["ignore", "ignore", "pipe"] });
  let stderr = "";
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  await once(child, "close");
  expect(stderr).toBe("Unknown command: nope\nRun 'terminalcp' without arguments to see help\n");
  rmSync(link);
});

describe("F12 broken pipes", () => {
  test("a reader that leaves early is no failure", async () => {
    await using home = createHome();
    await cottyOk(home, ["start", "--timeout", "30000", "long", "seq 1 200000"]);
    const script = `"${process.execPath}" "${commandScript}" stream long | head -1; echo "\${PIPESTATUS[0]}"`;
    const shell = spawn("bash", ["-c", script], { env: home.env, stdio: ["ignore", "pipe", "pipe"] });
    let stdout = "";
    let stderr = "";
    shell.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
    shell.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
    await once(shell, "close");
    expect(stdout).toMatch(/^1\r?\n(0|141)\n$/);
    expect(stderr).toBe("");
    expect(await cottyOk(home, ["ls"])).toContain("  long\n");
  });
});
