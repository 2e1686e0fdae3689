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
