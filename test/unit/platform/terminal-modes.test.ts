/** What terminals say of themselves, asked through their ptys. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, it, onTestFinished } from "vitest";
import { readTerminalModes } from "../../../electron/platform/terminal-modes.ts";
import { type Pty, ptyStarter } from "../../../electron/sessions/pty.ts";

const env = { PATH: process.env["PATH"] ?? "/usr/bin:/bin" };
const isLinux = process.platform === "linux";

/** A terminal that has been set like this. */
async function terminal(settings: string): Promise<Pty> {
  const command = `stty ${settings}; echo ready; exec sleep 1000`;
  const pty = ptyStarter()({ file: "/bin/sh", args: ["-c", command], cwd: "/", env, size: { cols: 80, rows: 24 } });
  onTestFinished(() => pty[Symbol.dispose]());
  await new Promise<void>((resolve) => {
    let text = "";
    pty.onData((data) => {
      text += data.toString();
      if (text.includes("ready")) resolve();
    });
  });
  return pty;
}

/** The shells that this process keeps to ask terminals. */
function askingShells(): number[] {
  const children = readdirSync("/proc/self/task").flatMap((task) =>
    readFileSync(`/proc/self/task/${task}/children`, "utf8").trim().split(" ").filter(Boolean).map(Number),
  );
  return children.filter((pid) => readFileSync(`/proc/${pid}/cmdline`, "utf8") === "/bin/sh\0");
}

it.skipIf(!isLinux)("each terminal answers for itself, however many are asked at once", async () => {
  const terminals = await Promise.all(["sane", "-echo", "-echo -icanon"].map(terminal));
  const modes = [
    { echo: true, lines: true },
    { echo: false, lines: true },
    { echo: false, lines: false },
  ];
  const asked = await Promise.all([...terminals, ...terminals].map((pty) => pty.modes()));
  expect(asked).toEqual([...modes, ...modes]);
});

it.skipIf(!isLinux)("when the shell that asks is killed, another one asks", async () => {
  const pty = await terminal("-echo");
  expect(await pty.modes()).toEqual({ echo: false, lines: true });
  const shells = askingShells();
  expect(shells).not.toEqual([]);
  for (const pid of shells) process.kill(pid, "SIGKILL");
  expect(await pty.modes()).toEqual({ echo: false, lines: true });
  expect(askingShells()).not.toEqual(shells);
});

it.each(["/dev/pts/no", "/dev/null", "/dev/null; echo icanon echo", "7"])("%s has no modes", async (path) => {
  expect(await readTerminalModes(path)).toBeUndefined();
});
