/** Programs that print without end, read by a thread (F16, F17): real ptys, the real thread. Codes: docs/threats.md. */
import { readlinkSync, readdirSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { FloodReader } from "../../../electron/sessions/flood-reader.ts";
import { startPty, type Pty } from "../../../electron/sessions/pty.ts";
import { buildWorker } from "../../support/built-worker.ts";

const [url, dyingUrl] = await Promise.all([
  buildWorker("electron/sessions/flood-thread.ts"),
  buildWorker("test/fixtures/dying-flood-thread.ts"),
]);
const env = { PATH: process.env["PATH"] ?? "/usr/bin:/bin" };
const SIZE = { cols: 80, rows: 24 };

class Program {
  readonly pty: Pty;
  readonly exit: Promise<unknown>;
  /** How often the thread has been given this pty. */
  handedOver = 0;
  #chunks: Buffer[] = [];
  #hears: (() => void) | undefined;

  constructor(floods: FloodReader, command: string) {
    this.pty = startPty({ file: "/bin/sh", args: ["-c", command], cwd: "/", env, size: SIZE }, (descriptor, onNews) => {
      const flood = floods.begin(descriptor, onNews);
      if (flood) this.handedOver++;
      return flood;
    });
    onTestFinished(() => this.pty[Symbol.dispose]());
    this.pty.onData((data) => {
      this.#chunks.push(Buffer.from(data));
      this.#hears?.();
    });
    this.exit = new Promise((resolve) => void this.pty.onExit(resolve));
  }

  get text(): string {
    return Buffer.concat(this.#chunks).toString();
  }

  /** Resolves when more has come and `is` holds. */
  async hears(is: () => boolean): Promise<void> {
    while (!is()) await new Promise<void>((resolve) => (this.#hears = resolve));
  }
}

function newFloods(thread = url): { floods: FloodReader; warnings: string[] } {
  const warnings: string[] = [];
  const floods = new FloodReader(thread, (message) => warnings.push(message));
  onTestFinished(() => floods[Symbol.dispose]());
  return { floods, warnings };
}

const numbers = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, index) => `${from + index}\r\n`).join("");

test("a long flood is read by the thread, and nothing is lost, doubled or out of order", async () => {
  const { floods, warnings } = newFloods();
  const programs = Array.from({ length: 3 }, () => new Program(floods, "seq 1000000 1999999; echo the end"));
  await Promise.all(programs.map(({ exit }) => exit));
  const expected = `${numbers(1_000_000, 1_999_999)}the end\r\n`;
  expect(programs.map(({ text }) => text === expected)).toEqual([true, true, true]);
  expect(programs.some(({ handedOver }) => handedOver > 0)).toBe(true);
  expect(warnings).toEqual([]);
});

test("what is typed into a flood is echoed, and the flood goes on", async () => {
  const { floods } = newFloods();
  const program = new Program(floods, "seq 1000000 1999999; read line; seq 2000000 2099999; echo got $line");
  await program.hears(() => program.handedOver > 0);
  program.pty.write(Buffer.from("hello\r"));
  program.pty.expectEcho();
  await program.exit;
  // The terminal may echo it in the middle of a number.
  expect(program.text.replaceAll(/\D/g, "")).toBe(numbers(1_000_000, 2_099_999).replaceAll("\r\n", ""));
  expect(program.text.match(/hello/g)).toHaveLength(2);
});

test("who looks at the output has all that was printed before", async () => {
  const { floods } = newFloods();
  const program = new Program(floods, "seq 1000000 1999999; sleep 100");
  await program.hears(() => program.handedOver > 0);
  let length = 0;
  while (!program.text.endsWith("1999999\r\n")) {
    program.pty.read();
    expect(program.text.length).toBeGreaterThanOrEqual(length);
    length = program.text.length;
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(program.text).toBe(numbers(1_000_000, 1_999_999));
});

test("a flood that is paused goes on where it stopped", async () => {
  const { floods } = newFloods();
  const program = new Program(floods, "seq 1000000 1999999");
  await program.hears(() => program.handedOver > 0);
  program.pty.pause();
  const before = program.text.length;
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(program.text.length).toBe(before);
  program.pty.resume();
  await program.exit;
  expect(program.text).toBe(numbers(1_000_000, 1_999_999));
});

test.runIf(process.platform === "linux")("a flood that is closed is read no more, and its descriptor is free", async () => {
  const { floods } = newFloods();
  const program = new Program(floods, "yes");
  await program.hears(() => program.handedOver > 0);
  const ptys = (): number =>
    readdirSync("/proc/self/fd").filter((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`).includes("ptmx");
      } catch {
        return false;
      }
    }).length;
  const open = ptys();
  program.pty[Symbol.dispose]();
  const { length } = program.text;
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect([program.text.length, ptys()]).toEqual([length, open - 1]);
});

test("where the thread cannot be started, the host reads floods itself", async () => {
  const { floods, warnings } = newFloods(new URL("file:///nonexistent.mjs"));
  const program = new Program(floods, "seq 1000000 1999999");
  await program.exit;
  expect(program.text).toBe(numbers(1_000_000, 1_999_999));
  expect(program.handedOver).toBe(0);
  expect(warnings).toEqual([expect.stringContaining("nonexistent")]);
});

test("when the thread dies, the host goes on where it was", async () => {
  const { floods, warnings } = newFloods(dyingUrl);
  const program = new Program(floods, "seq 1000000 1999999");
  await program.exit;
  expect(program.text).toBe(numbers(1_000_000, 1_999_999));
  expect(program.handedOver).toBe(1);
  expect(warnings).toEqual([expect.stringContaining("with code 7")]);
});
