/**
 * The servers that some rows talk to: databases and an SSH server of the
 * benchmark's own, in its temporary folder, on sockets of the file system or on
 * free ports of loopback. Nothing of the machine's configuration is used.
 */
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { background, isInstalled, run } from "../measure.mjs";
import { delayProxy } from "./delay-proxy.mjs";
import { startModel } from "./model-endpoint.mjs";

const START_MS = 20_000;
const ROUND_TRIPS_MS = [0, 100, 200, 300, 400, 500];

async function until(isThere, what) {
  for (const endsAt = performance.now() + START_MS; performance.now() < endsAt; await sleep(50)) if (isThere()) return;
  throw new Error(`${what} did not start`);
}

const succeeds = (file, args) => spawnSync(file, args, { stdio: "ignore" }).status === 0;

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Ends a server as it wants to be ended, and waits for that. */
const ending = (child) => async () => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), 5000);
  await ended;
  clearTimeout(timer);
};

/** PostgreSQL refuses to run as root; then it runs as the user that its package made. */
async function postgres(folder) {
  const versions = existsSync("/usr/lib/postgresql") ? readdirSync("/usr/lib/postgresql") : [];
  const bin = versions.map((version) => `/usr/lib/postgresql/${version}/bin`).findLast((path) => existsSync(`${path}/initdb`));
  if (!bin) return undefined;
  const user = process.getuid?.() === 0 ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] : [];
  chmodSync(folder, 0o777);
  const [file, ...args] = [...user, `${bin}/initdb`, "-D", join(folder, "data"), "-U", "root", "-A", "trust", "-N"];
  run(file, args, { cwd: folder });
  const options = ["-D", join(folder, "data"), "-k", folder, "-c", "listen_addresses=", "-c", "fsync=off"];
  const [server, ...rest] = [...user, `${bin}/postgres`, ...options];
  const child = background(server, rest, { cwd: folder, stdio: "ignore" });
  await until(() => succeeds("psql", ["-h", folder, "-U", "root", "-c", "select 1", "postgres"]), "postgres");
  return { values: { postgres: folder }, end: ending(child) };
}

async function mariadb(folder) {
  if (!isInstalled("mariadbd") || !isInstalled("mariadb-install-db")) return undefined;
  const data = join(folder, "data");
  const socket = join(folder, "socket");
  run(
    "mariadb-install-db",
    ["--no-defaults", `--datadir=${data}`, "--auth-root-authentication-method=normal", "--skip-test-db"],
    {
      stdio: "pipe",
    },
  );
  const args = ["--no-defaults", `--datadir=${data}`, `--socket=${socket}`, "--skip-networking", "--user=root"];
  const child = background("mariadbd", [...args, `--pid-file=${folder}/pid`], { stdio: "ignore" });
  await until(() => succeeds("mariadb", ["--no-defaults", "-u", "root", "-S", socket, "-e", "select 1"]), "mariadb");
  return { values: { mariadb: socket }, end: ending(child) };
}

async function redis(folder) {
  if (!isInstalled("redis-server")) return undefined;
  const socket = join(folder, "socket");
  const child = background("redis-server", ["--port", "0", "--unixsocket", socket, "--save", "", "--dir", folder], {
    stdio: "ignore",
  });
  await until(() => existsSync(socket), "redis");
  return { values: { redis: socket }, end: ending(child) };
}

/** An SSH server with keys of its own, and one slow line to it for each round trip. */
async function ssh(folder) {
  const sshd = "/usr/sbin/sshd";
  if (!existsSync(sshd) || !isInstalled("ssh")) return undefined;
  // Where sshd drops its privileges; its package makes it when the service starts.
  if (process.getuid?.() === 0) mkdirSync("/run/sshd", { recursive: true, mode: 0o755 });
  for (const name of ["host", "user"]) run("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", join(folder, name)]);
  const port = await freePort();
  const known = readFileSync(join(folder, "host.pub"), "utf8").trim();
  writeFileSync(join(folder, "known_hosts"), `* ${known}\n`);
  const settings = [
    `Port ${port}`,
    "ListenAddress 127.0.0.1",
    `HostKey ${folder}/host`,
    `AuthorizedKeysFile ${folder}/user.pub`,
    "PermitRootLogin prohibit-password",
    "PasswordAuthentication no",
    "StrictModes no",
    "PrintMotd no",
    "PrintLastLog no",
    `PidFile ${folder}/pid`,
  ];
  writeFileSync(join(folder, "sshd_config"), `${settings.join("\n")}\n`);
  const child = background(sshd, ["-D", "-e", "-f", join(folder, "sshd_config")], { stdio: "ignore" });
  const proxies = await Promise.all(ROUND_TRIPS_MS.map((ms) => delayProxy(port, ms)));
  const command = (line) =>
    `ssh -F none -i ${folder}/user -o UserKnownHostsFile=${folder}/known_hosts -o LogLevel=ERROR -o IdentitiesOnly=yes -p ${line.port} -t root@127.0.0.1`;
  await until(() => succeeds("bash", ["-c", `exec 3<>/dev/tcp/127.0.0.1/${port}`]), "sshd");
  const values = { ssh: Object.fromEntries(proxies.map((line, index) => [ROUND_TRIPS_MS[index], command(line)])) };
  return {
    values,
    async end() {
      for (const line of proxies) line.close();
      await ending(child)();
    },
  };
}

/** The model of the coding agents. */
async function model() {
  const endpoint = await startModel();
  return { values: { model: endpoint.url }, end: async () => endpoint.close() };
}

const SERVICES = { model, postgres, mariadb, redis, ssh };

/** Starts these in `folder`. Returns what rows need to reach them, the names of those that could not be started, and how to end all. */
export async function startServices(names, folder) {
  const values = {};
  const missing = {};
  const ends = [];
  await Promise.all(
    names.map(async (name) => {
      const own = join(folder, name);
      mkdirSync(own);
      try {
        const service = await SERVICES[name](own);
        if (!service) return void (missing[name] = `no ${name} here`);
        Object.assign(values, service.values);
        ends.push(service.end);
      } catch (error) {
        missing[name] = error.message;
      }
    }),
  );
  return { values, missing, end: () => Promise.all(ends.map((end) => end())) };
}
