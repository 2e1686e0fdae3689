import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { commandScript } from "../../support/built.ts";
import { cotty, cottyOk } from "../../support/cotty.ts";
import { createHome, type Home, hostPid } from "../../support/home.ts";
import { PtyTerminal } from "../../support/pty.ts";
import { until } from "../../support/until.ts";

let home: Home;
beforeAll(() => {
  home = createHome();
});
afterAll(() => home[Symbol.asyncDispose]());

/**
 * A terminal in which somebody has run `cotty attach` from a shell with a few lines on the screen. It stays
 * open: what a program prints right before the end of its terminal may be lost.
 */
function attach(id: string, size: { cols?: number; rows?: number } = {}, { env } = home): PtyTerminal {
  const script = `echo before; "${process.execPath}" "${commandScript}" attach ${id}; echo "rc=$?"; stty -a | grep -o -- '-\\?icanon'; exec cat`;
  return new PtyTerminal("bash", ["-c", script], { env, ...size });
}

/** Without the variables that tell in which session a program runs. */
const WITHOUT = "env -u COTTY_SESSION_ID -u COTTY_SESSION_KEY";
const sizeOf = async (id: string): Promise<string> => (await cottyOk(home, ["term-size", id])).split(" ").slice(0, 2).join("x");

describe("attach", () => {
  test("shows what was there, follows, types, and detaches with the terminal as it was", async () => {
    await cottyOk(home, ["start", "--wait", "\\$ ", "sh", "PS1='$ ' bash --norc"]);
    await cottyOk(home, ["stdin", "--wait", "earlier", "sh", "echo ear''lier", "::Enter"]);
    using terminal = attach("sh");
    await terminal.shows(/^earlier$/m);
    terminal.type("echo ty''ped\r");
    await terminal.shows(/^typed$/m);
    const [session] = JSON.parse(await cottyOk(home, ["ls", "--json"])) as {
      driver: { held: boolean; client: { kind: string; name: string } };
    }[];
    expect(session?.driver).toMatchObject({ held: true, client: { kind: "attach" } });
    expect(session?.driver.client.name).toMatch(/^\S+@pts\/\d+$/);
    expect((await cotty(home, ["stdin", "sh", "no"])).stderr).toContain("has the keyboard");
    terminal.type("\x02");
    await terminal.shows(/\[Detached\][^]*rc=0\nicanon/);
    expect(terminal.history).toMatch(/^before$/m);
    await cottyOk(home, ["stdin", "--wait", "again", "sh", "echo ag''ain", "::Enter"]);
    await cottyOk(home, ["stop", "sh"]);
  });

  test("says once why a key is refused, and shows what was there again when keys are typed", async () => {
    await cottyOk(home, ["start", "--wait", "ready", "ro", "stty -echo; printf '%s\\n' top ready; exec cat"]);
    await cottyOk(home, ["lease", "ro", "read-only"]);
    using terminal = attach("ro");
    await terminal.shows(/^ready$/m);
    terminal.type("x");
    await terminal.shows(/Session ro is read-only for everybody, set by/);
    // The notice may go on in the next row at any character.
    expect(terminal.text.replaceAll("\n", "")).toContain("Nothing was typed");
    expect(terminal.text).toMatch(/^top$/m);
    await cottyOk(home, ["lease", "ro", "agent"]);
    terminal.type("again\r");
    await terminal.shows(/^ready\nagain$/m);
    await until("the notice is gone", () => !terminal.text.includes("read-only"));
    terminal.type("more\r");
    await terminal.shows(/^top\nready\nagain\nmore$/m);
    terminal.type("\x02");
    await terminal.shows(/\[Detached\]/);
    await cottyOk(home, ["stop", "ro"]);
  });

  test("Ctrl+B twice sends one", async () => {
    await cottyOk(home, [
      "start",
      "--wait",
      "ready",
      "keys",
      "python3 -c \"import sys,tty,os;tty.setraw(0);print('ready');print(ascii(os.read(0,9)),flush=True);os.read(0,9)\"",
    ]);
    using terminal = attach("keys");
    await terminal.shows(/ready/);
    terminal.type("\x02\x02");
    await terminal.shows(/'.*'/);
    expect(terminal.text).toContain("'\\x02'");
    terminal.type("\x02x");
    await terminal.shows(/rc=0/);
    await cottyOk(home, ["stop", "keys"]);
  });

  test("undoes a program's modes: alternate screen, mouse, paste, cursor", async () => {
    await cottyOk(home, [
      "start",
      "--wait",
      "full",
      "modes",
      "printf '\\033[?1049h\\033[?1000;1006h\\033[?2004h\\033[?25l\\033[?1hfull'; sleep 100",
    ]);
    using terminal = attach("modes");
    await terminal.shows(/^full/m);
    expect(terminal.modes).toMatchObject({ isAlternate: true, mouseTrackingMode: "vt200", bracketedPasteMode: true });
    terminal.type("\x02");
    await terminal.shows(/rc=0/);
    expect(terminal.modes).toMatchObject({
      isAlternate: false,
      mouseTrackingMode: "none",
      bracketedPasteMode: false,
      applicationCursorKeysMode: false,
    });
    expect(terminal.history).toMatch(/^before$/m);
    await cottyOk(home, ["stop", "modes"]);
  });

  test("T5 queries in the output get one answer, from the host", async () => {
    // What the viewer answered would come before the `z` that is typed once the viewer has had the queries.
    const program = `import tty, os
tty.setraw(0)
print("go", flush=True)
os.read(0, 1)
print("\\x1b[c\\x1b[6nasked", flush=True)
heard = b""
while not (b"z" in heard and b"c" in heard and b"R" in heard): heard += os.read(0, 999)
print(ascii(heard), flush=True)
os.read(0, 9)`;
    await cottyOk(home, ["start", "--wait", "go", "queries", "python3", "-c", program]);
    using terminal = attach("queries");
    await terminal.shows(/go/);
    terminal.type("x");
    await terminal.shows(/asked/);
    terminal.type("z");
    await terminal.shows(/'.*'/);
    const answers = /'(.*)'/.exec(terminal.text)?.[1] ?? "";
    expect(answers.match(/c/g)).toHaveLength(1);
    expect(answers.match(/R/g)).toHaveLength(1);
    await cottyOk(home, ["stop", "--force", "queries"]);
  });

  test("only a driver's size counts: a viewer resizes nothing, the driver keeps it", async () => {
    await cottyOk(home, ["start", "sized", "cat"]);
    using first = attach("sized", { cols: 100, rows: 30 });
    await first.shows(/^before/m);
    first.resize(101, 31);
    using small = attach("sized", { cols: 60, rows: 20 });
    await until("the small viewer is told", () => small.output.includes("The session has 80x24, this terminal 60x20"));
    expect(await sizeOf("sized")).toBe("24x80");
    first.resize(100, 30);
    // Before that, the terminal would keep the line for whatever reads it next.
    await until("it is attached", () => first.output.includes("Press Ctrl+B"));
    first.type("mine\r");
    await first.shows(/mine\nmine/);
    await until("the driver's size", async () => (await sizeOf("sized")) === "30x100");
    using second = attach("sized", { cols: 120, rows: 40 });
    await second.shows(/mine/);
    second.resize(130, 45);
    first.resize(110, 35);
    await until("the driver's size", async () => (await sizeOf("sized")) === "35x110");
    second.type("now mine\r");
    await until("the new driver's size", async () => (await sizeOf("sized")) === "45x130");
    using third = attach("sized", { cols: 60, rows: 20 });
    await until("the small viewer is told", () => third.output.includes("The session has 130x45, this terminal 60x20"));
    expect(await sizeOf("sized")).toBe("45x130");
    await cottyOk(home, ["stop", "--force", "sized"]);
    await first.shows(/\[Session sized was (stopped|ended by \w+)\]/);
    await second.shows(/\[Session sized was (stopped|ended by \w+)\]/);
  });

  test("a terminal that knows no size leaves the session's as it is", async () => {
    await cottyOk(home, ["start", "unsized", "cat"]);
    const script = `stty cols 0 rows 0; "${process.execPath}" "${commandScript}" attach unsized`;
    using terminal = new PtyTerminal("bash", ["-c", script], { env: home.env });
    await until("it is attached", () => terminal.output.includes("Press Ctrl+B"));
    terminal.type("typed\r");
    const shows = (text: string) => async () => (await cottyOk(home, ["stdout", "unsized"])).includes(text);
    await until("what was typed is answered", shows("typed\ntyped\n"));
    // Its driver would have resized the session before it types again.
    terminal.type("again\r");
    await until("the rest is answered", shows("again\nagain\n"));
    expect(await sizeOf("unsized")).toBe("24x80");
    terminal.type("\x02");
    await terminal.exited;
    await cottyOk(home, ["stop", "unsized"]);
  });

  test("a session that would show itself is refused, directly and through another", async () => {
    for (const id of ["outer", "inner"]) {
      await cottyOk(home, ["start", "--wait", `${id}> `, id, `PS1='${id}> ' bash --norc`]);
    }
    const attachFrom = (session: string, id: string, pattern: string) =>
      cottyOk(home, ["stdin", "--wait", pattern, session, `'${process.execPath}' '${commandScript}' attach ${id}`, "::Enter"]);
    const refusal = (id: string) =>
      `Failed to attach: Session ${id} would show itself: this terminal is part of it. Attach from a`;
    expect(await attachFrom("outer", "outer", "Failed.*\\n")).toContain(refusal("outer"));
    // A session that is shown in another one is no circle.
    await attachFrom("outer", "inner", "^inner> ");
    expect(await attachFrom("inner", "outer", "Failed.*\\n")).toContain(refusal("outer"));
    // Once the outer one has left, there is no circle either.
    await cottyOk(home, ["stdin", "--wait", "Detached", "outer", "::C-b", "x"]);
    await attachFrom("inner", "outer", "^outer> ");
    await cottyOk(home, ["stop", "outer"]);
    await cottyOk(home, ["stop", "inner"]);
  });

  test.each([
    ["script", (command: string) => `script -qec "${command}" /dev/null`],
    ["tmux", (command: string) => `tmux -S ${home.root}/tmux -f /dev/null new "${command}"`],
    ["tmux-without-variables", (command: string) => `${WITHOUT} tmux -S ${home.root}/tmux -f /dev/null new "${command}"`],
    ["screen", (command: string) => `${WITHOUT} screen -c /dev/null sh -c "${command}"`],
    // Only root may take the terminal from the shell.
    ...(process.getuid?.() === 0 ? [["setsid", (command: string) => `setsid -cw ${WITHOUT} sh -c "${command}"`] as const] : []),
  ] as const)("a session that would show itself is refused in a terminal that %s has made in it, too", async (program, run) => {
    await cottyOk(home, ["start", "--wait", "itself> ", program, "PS1='itself> ' bash --norc"]);
    const said = join(home.root, `${program}.said`);
    const command = run(`${process.execPath} ${commandScript} attach ${program} 2> ${said}`);
    await cottyOk(home, ["stdin", "--prompt", program, command, "::Enter"]);
    expect(readFileSync(said, "utf8")).toContain(`Session ${program} would show itself`);
    await cottyOk(home, ["stop", program]);
  });

  test("nothing is missed or doubled between the snapshot and what follows", async () => {
    await cottyOk(home, ["start", "busy", "for i in $(seq 1 40000); do echo line $i; done; echo all; cat"]);
    using terminal = attach("busy");
    await terminal.shows(/^all$/m);
    const shown = [...terminal.history.matchAll(/^line (\d+)$/gm)].map((match) => Number(match[1]));
    const last = shown.slice(-500);
    expect(last).toEqual(Array.from({ length: 500 }, (_, i) => 39_501 + i));
    terminal.type("\x02x");
    await terminal.shows(/rc=0/);
    await cottyOk(home, ["stop", "busy"]);
  });

  test("the program's end is announced after its last output", async () => {
    await cottyOk(home, ["start", "--wait", "go", "ending", "printf go; read x; seq 1 3000; exit 3"]);
    using terminal = attach("ending");
    await terminal.shows(/^go$/m);
    terminal.type("\r");
    await terminal.shows(/rc=0/);
    expect(terminal.text).toMatch(/\n3000\n+\[Session ending exited with code 3\]\nrc=0/);
    await cottyOk(home, ["stop", "ending"]);
  });

  test("no such session, no host, no terminal", async () => {
    await cottyOk(home, ["start", "any", "cat"]);
    using unknown = attach("nobody");
    await unknown.shows(/Process not found: nobody\nRunning or readable: any\nrc=1/);
    expect(await cotty(home, ["attach", "any"])).toMatchObject({ stderr: "Not running in a TTY\n", code: 1 });
    await using empty = createHome();
    using nowhere = attach("x", {}, empty);
    await nowhere.shows(/rc=1/);
    expect(nowhere.text).toMatch(/^Failed to attach: No server running\nrc=1/m);
  });

  test("the host's death gives the terminal back", async () => {
    await using other = createHome();
    await cottyOk(other, ["start", "--wait", "up", "a", "echo up; cat"]);
    using terminal = attach("a", {}, other);
    await terminal.shows(/up/);
    await cottyOk(other, ["kill-server"]);
    await terminal.shows(/rc=0/);
    expect(terminal.output).toMatch(/\[Session a was (stopped|ended by \w+)\]/);
  });

  test("a host that is killed is told of, with what to do, and the exit code says so", async () => {
    await using other = createHome();
    await cottyOk(other, ["start", "--wait", "up", "a", "echo up; cat"]);
    using terminal = attach("a", { cols: 120 }, other);
    await terminal.shows(/up/);
    process.kill(hostPid(other), "SIGKILL");
    await terminal.shows(/rc=\d+\nicanon/);
    expect(terminal.text).toContain(
      "[The host has gone, and session a with it. 'cotty recordings' lists what is kept of it]\nrc=1\n",
    );
  });

  test("a session that a person starts in a shell bears the person's name; one that a program starts, the command's", async () => {
    const start = (id: string): string => `"${process.execPath}" "${commandScript}" start ${id} cat`;
    using terminal = new PtyTerminal("bash", ["-c", `${start("typed")}; ${start("scripted")} < /dev/null; exec cat`], {
      env: home.env,
    });
    await terminal.shows(/Started session: scripted/);
    const sessions = JSON.parse(await cottyOk(home, ["ls", "--json"])) as { id: string; owner: { name: string; kind: string } }[];
    const ownerOf = (id: string): unknown => sessions.find((session) => session.id === id)?.owner;
    expect(ownerOf("typed")).toMatchObject({ kind: "cli", name: expect.stringMatching(/^\S+@pts\/\d+$/) as string });
    expect(ownerOf("scripted")).toMatchObject({ kind: "cli", name: "cotty start" });
    await cottyOk(home, ["stop", "typed"]);
    await cottyOk(home, ["stop", "scripted"]);
  });
});
