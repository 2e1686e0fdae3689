/** The library, built, against a host of its own and real programs. */
import { pathToFileURL } from "node:url";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import type * as Library from "../../../electron/library/cotty.d.ts";
import { commandScript } from "../../support/built.ts";
import { createHome } from "../../support/home.ts";

const built = pathToFileURL(resolve(commandScript, "../../out/library/index.js")).href;
const { connect, HostError } = (await import(built)) as typeof Library;
const PROMPT = />>> $/;

/** A client of the library that no compiler has checked. */
type Loose = AsyncDisposable &
  Record<"start" | "session" | "write" | "steps" | "wait" | "screen" | "resize" | "stop", (...args: unknown[]) => unknown>;

describe("a client of the library", () => {
  test("starts the host, drives a program, reads it and stops it", async () => {
    await using home = createHome();
    await using cotty = await connect({ home: home.root, name: "library test" });
    const python = await cotty.start(["python3", "-i", "-q"], { id: "py", size: { cols: 100, rows: 30 }, wait: PROMPT });
    expect(python.outcome).toMatchObject({ ended: "match", match: ">>> " });
    const answer = await python.write(["print(6 * 7)", { key: "Enter" }], { wait: PROMPT });
    expect(answer).toMatchObject({ ended: "match", text: "42\n>>>" });
    expect((await python.screen({ lines: 2 })).text).toBe("42\n>>>");
    expect(await cotty.list()).toMatchObject([{ id: "py", size: { cols: 100, rows: 30 } }]);
    const { end } = await python.read();
    await python.write("exit()\r");
    expect(await python.wait({ exit: true })).toMatchObject({ ended: "exit", exit: { code: 0 } });
    expect(await python.wait(/^>>> /, { since: 0 })).toMatchObject({ ended: "match" });
    expect((await python.read({ since: end, strip: true })).text).toContain("exit()");
    await python.stop();
    expect(await cotty.list()).toEqual([]);
  });

  test("takes steps, which stop where they are told to; a pattern may ignore case", async () => {
    await using home = createHome();
    await using cotty = await connect({ home: home.root });
    const python = await cotty.start(["python3", "-q"], { wait: { prompt: true } });
    const line = (text: string) => ({ input: `${text}\r`, wait: { prompt: true } });
    const { wait, failed } = await python.steps([line("6*7"), line("1/0"), line("'never'")], { stopOn: /zerodivisionerror/i });
    expect(wait.text).toMatch(/^>>> 6\*7\n42\n>>> 1\/0\n(?:.*\n)+ZeroDivisionError: .*\n>>>$/);
    expect(failed).toEqual({ step: 2, of: 3, stoppedOn: "ZeroDivisionError" });
    expect(await python.write("print('A')\r", { wait: { pattern: /^a$/i, firstLines: 1 } })).toMatchObject({
      match: "A",
      text: "A",
    });
  });

  test("words of a command arrive as they are, also a single one", async () => {
    await using home = createHome();
    await using cotty = await connect({ home: home.root });
    const session = await cotty.start(["printf", "%s|", "a b", "$HOME", "'"], { wait: { exit: true } });
    expect(session.outcome?.text).toContain("a b|$HOME|'|");
    const missing = await cotty.start(["no such program"], { wait: { exit: true } });
    expect(missing.outcome?.exit?.code).toBe(127);
  });

  test("a wait is cancelled by its signal, and the program goes on", async () => {
    await using home = createHome();
    await using cotty = await connect({ home: home.root });
    const session = await cotty.start("cat", { id: "cat" });
    const stop = new AbortController();
    const waiting = session.wait("never", { signal: stop.signal });
    stop.abort();
    expect(await waiting).toMatchObject({ ended: "cancelled" });
    expect(await cotty.session("cat").write("still here\r", { wait: "still here" })).toMatchObject({ ended: "match" });
  });

  test("a signal that was aborted before ends a wait at once, and nothing is typed for it", async () => {
    await using home = createHome();
    await using cotty = await connect({ home: home.root });
    const session = await cotty.start("cat");
    const { signal } = new AbortController();
    const aborted = AbortSignal.abort();
    expect(await session.wait("never", { signal: aborted })).toMatchObject({ ended: "cancelled" });
    expect(await session.write("typed\r", { wait: "never", signal: aborted })).toMatchObject({ ended: "cancelled" });
    expect(await session.write("typed\r", { signal: aborted })).toMatchObject({ ended: "cancelled" });
    expect(await session.write("typed\r", { ifHeld: "wait", signal: aborted })).toMatchObject({ ended: "cancelled" });
    expect((await session.steps([{ input: "typed\r" }], { signal: aborted })).wait).toMatchObject({ ended: "cancelled" });
    expect(await session.write("after\r", { wait: "^after$", signal })).toMatchObject({ ended: "match" });
    expect((await session.screen()).text).toBe("after\nafter");
  });

  test("env adds variables and takes some away; all others are this process's", async () => {
    await using home = createHome();
    await using cotty = await connect({ home: home.root });
    process.env["COTTYTEST_GONE"] = "there";
    const { outcome } = await cotty.start('echo "[$ADDED][$COTTYTEST_GONE][${PATH:+path}]"', {
      env: { ADDED: "yes", COTTYTEST_GONE: undefined },
      wait: { exit: true },
    });
    delete process.env["COTTYTEST_GONE"];
    expect(outcome?.text).toContain("[yes][][path]");
  });

  test("what has the wrong type is refused with words", async () => {
    await using home = createHome();
    await using cotty = (await connect({ home: home.root })) as unknown as Loose;
    const session = (await cotty.start("cat", { id: "cat" })) as Loose;
    const loose = connect as unknown as (options: unknown) => Promise<unknown>;
    for (const [attempt, message] of [
      [() => loose(null), "options must be an object"],
      [() => loose({ home: 5 }), "home must be a string"],
      [() => loose({ home: home.root, name: {} }), "name must be a string"],
      [() => cotty.start(5), "command must be a string or a list of strings"],
      [() => cotty.start(["a", 5]), "command must be a string or a list of strings"],
      [() => cotty.start("x", null), "options must be an object"],
      [() => cotty.start("x", { cwd: 5 }), "cwd must be a string"],
      [() => cotty.start("x", { env: { A: 5 } }), "env.A must be a string"],
      [() => cotty.start("x", { env: "A=5" }), "env must be an object"],
      [() => cotty.start("x", { id: 5 }), "id must be a string"],
      [() => cotty.start("x", { size: "80x24" }), "size must be an object"],
      [() => cotty.start("x", { size: { cols: "80", rows: 24 } }), "cols must be a number"],
      [() => cotty.start("x", { wait: 5 }), "wait must be a string, a regular expression, or an object such as {prompt: true}"],
      [() => session.write(5), "input must be a string, or a list of strings and of objects"],
      [() => session.write([{ kye: "Enter" }]), "input.0 must be an object with one of"],
      [() => session.write("x", 5), "options must be an object"],
      [() => session.wait(null), "wait must be a string"],
      [() => session.wait({ prmpt: true }), "wait has prmpt; it may have pattern, prompt"],
      [() => session.wait({ pattern: 5 }), "wait.pattern must be a string or a regular expression"],
      [() => session.wait({ quietMs: "5" }), "quietMs must be a number"],
      [() => session.wait("x", { signal: "x" }), "signal must be an AbortSignal"],
      [() => session.wait(""), "The pattern is empty"],
      [() => session.steps([{ input: "x" }], { stopOn: "" }), "The pattern is empty"],
      [() => session.steps("ls"), "steps must be a list"],
      [() => session.steps(["ls"]), "step 1 must be an object such as {input:"],
      [() => session.steps([{ input: "x" }, { inpt: "x" }]), "step 2 has inpt; it may have input, wait"],
      [() => session.steps([{ input: 5 }]), "input must be a string, or a list of strings and of objects"],
      [() => session.steps([{ input: "x", wait: { prmpt: true } }]), "wait has prmpt; it may have pattern, prompt"],
      [() => session.steps([{ input: "x" }], { stopOn: 5 }), "stopOn must be a string or a regular expression"],
      [() => session.screen(5), "options must be an object"],
      [() => session.resize(), "size is missing"],
      [() => (cotty.session(5) as Loose).stop(), "id must be a string"],
    ] as const) {
      const failure = await (attempt() as Promise<unknown>).then(
        () => "none",
        (error: unknown) => error,
      );
      expect(failure, message).toBeInstanceOf(HostError);
      expect(failure).toMatchObject({ code: "bad-request", message: expect.stringContaining(message) as string });
    }
  });

  test("failures carry a code", async () => {
    await using home = createHome();
    const codeOf = (failing: Promise<unknown>): Promise<string> =>
      failing.then(
        () => "none",
        (error: unknown) => (error instanceof HostError ? error.code : String(error)),
      );
    expect(await codeOf(connect({ home: home.root, start: false }))).toBe("no-host");
    const cotty = await connect({ home: home.root });
    expect(await codeOf(cotty.session("none").write("x"))).toBe("no-such-session");
    expect(await codeOf(cotty.session("none").wait(/x/gi))).toBe("bad-request");
    expect(await codeOf(cotty.start([]))).toBe("bad-request");
    await cotty.close();
    expect(await codeOf(cotty.list())).toBe("disconnected");
  });
});
