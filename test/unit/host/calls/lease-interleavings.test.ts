/**
 * Two agents and a person at one session, in any order: what is typed is typed
 * once, whole and by who may type, and everybody gets an answer. The session and
 * its lease are the real ones. The terminal takes bytes when it likes, and the
 * clock moves when the test says so. Codes: docs/threats.md.
 */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Halt } from "../../../../electron/host/access/halt.ts";
import { LocalRules } from "../../../../electron/attention/attention.ts";
import { agentPrincipal } from "../../../../electron/host/access/principal.ts";
import { SessionAccess } from "../../../../electron/host/access/session-access.ts";
import { HostedSession } from "../../../../electron/host/hosted-session.ts";
import type { ShownInput } from "../../../../electron/sessions/session-recording.ts";
import { Session } from "../../../../electron/sessions/session.ts";
import { Emitter } from "../../../../shared/emitter.ts";
import { messageOf } from "../../../../shared/errors.ts";
import type { IfHeld } from "../../../../shared/if-held.ts";
import type { ClientInfo, ParkedFate } from "../../../../shared/protocol.ts";
import { Random, rounds } from "../../../support/random.ts";
import { scriptedParts, scriptedRecording } from "../../../support/scripted-session.ts";

const PERSON: ClientInfo = { id: "p", name: "Ann", kind: "window" };
const AGENTS: readonly ClientInfo[] = [
  { id: "a", name: "Claude Code", kind: "mcp" },
  { id: "b", name: "Codex", kind: "mcp" },
];
const SIZE = { cols: 80, rows: 24 };
const CTRL_C = "\x03";
/** Longer than any wait of the queue, shorter than the time after which a program counts as not reading. */
const FULL_FOR_MS = 1500;

/** What somebody asked to be typed, and what came of it. */
type Write = { readonly text: string; readonly by: ClientInfo; outcome?: "typed" | "parked" | "refused"; error?: string };

class Table {
  /** What the terminal has taken, in order, each byte with who typed it and whether a person held the lease then. */
  readonly taken: {
    readonly char: string;
    readonly by: ClientInfo;
    readonly holder: string | undefined;
    readonly isHidden: boolean;
  }[] = [];
  readonly writes: Write[] = [];
  /** What the agents have heard of the writes that they had parked. */
  readonly fates: ParkedFate[] = [];
  readonly pending = new Set<Promise<unknown>>();
  readonly hosted: HostedSession;
  readonly halt = new Halt();
  /** When the terminal last took a byte. */
  takenAtMs = 0;
  /** The program reads a password. */
  isHidden = false;
  readonly #random: Random;
  readonly #output = new Emitter<Buffer>();
  #room = Number.POSITIVE_INFINITY;
  #count = 0;

  constructor(random: Random) {
    this.#random = random;
    const owner = AGENTS[0] ?? PERSON;
    const session = new Session(
      { id: "s", key: "k", command: "x", owner, spawn: { file: "x", args: [], cwd: "/", env: {}, size: SIZE } },
      {
        ...scriptedParts({
          output: this.#output,
          take: (bytes) => this.#take(bytes),
          isHidden: () => this.isHidden,
        }),
        recording: scriptedRecording({ input: (_atMs, by, text) => this.#note(by, text) }),
        onWarning: (message) => expect.fail(message),
      },
    );
    this.hosted = new HostedSession(
      session,
      new SessionAccess(
        agentPrincipal("A", undefined, () => "own"),
        "s",
      ),
      {
        rules: new LocalRules({ load: () => [], save: () => {} }),
        halt: this.halt,
        leaseSettings: () => ({ typingTakesOver: true, idleMs: 5_000 }),
      },
    );
  }

  get lease(): HostedSession["lease"] {
    return this.hosted.lease;
  }

  /** The terminal takes this number of bytes, and then none until it has room again. */
  fill(): void {
    this.#room = this.#random.int(0, 12);
    setTimeout(() => (this.#room = Number.POSITIVE_INFINITY), this.#random.int(1, FULL_FOR_MS));
  }

  /** The terminal was full when something was typed, and has taken nothing since. */
  isStuck = false;

  type(by: ClientInfo, text: string, ifHeld: IfHeld): Write {
    const write: Write = { text, by };
    this.writes.push(write);
    const input = this.#random.chance(0.3) && text.endsWith("\r") ? [{ submit: text.slice(0, -1) }] : [{ text }];
    const options = { reader: by.id, signal: new AbortController().signal, ifHeld };
    const answer = async (): Promise<void> => {
      try {
        const { wait } = await this.hosted.calls.take(by, [{ input }], options);
        write.outcome = wait?.ended === "parked" ? "parked" : "typed";
        this.fates.push(...(wait?.handback?.parked ?? []));
      } catch (error) {
        write.outcome = "refused";
        write.error = messageOf(error);
      }
    };
    this.wait(answer());
    return write;
  }

  /** Somebody waits for this answer. A request may be refused; a write says why. */
  wait(request: Promise<unknown>): void {
    const answer = request.catch(() => {});
    this.pending.add(answer);
    void answer.finally(() => this.pending.delete(answer));
  }

  /** A text that no other contains, short or long. */
  newText(by: ClientInfo): string {
    const name = `${by.id}${String(++this.#count).padStart(3, "0")}`;
    return `<${name}${".".repeat(this.#random.pick([0, 3, 40]))}${name}>${this.#random.chance(0.5) ? "\r" : ""}`;
  }

  /** The program shows what it has read. */
  echo(): void {
    this.#output.fire(
      Buffer.from(
        this.taken
          .slice(-50)
          .map(({ char }) => char)
          .join(""),
      ),
    );
  }

  #take(bytes: Uint8Array): number {
    const count = Math.min(this.#room, bytes.length);
    this.#room -= count;
    if (count > 0) this.takenAtMs = Date.now();
    this.isStuck = count < bytes.length;
    return count;
  }

  #note(by: ClientInfo, text: string): ShownInput {
    const { driver } = this.lease.info;
    const holder = driver?.held ? driver.client.id : undefined;
    for (const char of text) this.taken.push({ char, by, holder, isHidden: this.isHidden });
    return { recordable: text, hide: () => {} };
  }
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setHalt({ halt, hosted }: Table, on: boolean): void {
  halt.set(PERSON, on);
  if (on) hosted.handleHalt();
}

/** A person does something; or an agent asks to drive, which it may where the lease is free or offered. */
function someoneActs(table: Table, random: Random): void {
  const { lease } = table;
  const { parked: all } = lease.info;
  const parked = all && random.pick(all);
  const acts: (() => unknown)[] = [
    () => table.wait(lease.acquire(PERSON)),
    () => table.wait(lease.acquire(random.pick(AGENTS))),
    () => table.wait(lease.release(PERSON)),
    () => table.wait(lease.setMode(random.pick(["agent", "shared", "read-only"] as const), PERSON)),
    () => setHalt(table, table.halt.info === undefined),
    // Her window has gone, and she comes back with another one.
    () => lease.handleClientGone(PERSON),
    () => parked && lease.parked.drop(PERSON, parked.id),
    () => parked && lease.parked.edit(PERSON, parked.id, table.newText(PERSON)),
    () => parked && table.wait(lease.parked.send(PERSON, parked.id)),
    () => table.wait(lease.parked.send(PERSON)),
    () => table.type(PERSON, table.newText(PERSON), "refuse"),
    () => table.type(PERSON, table.newText(PERSON), "refuse"),
  ];
  random.pick(acts)();
}

/** Everybody acts at random, then all goes to its end. */
async function play(table: Table, random: Random): Promise<void> {
  for (let step = 0; step < 120; step++) {
    switch (random.int(0, 8)) {
      case 0:
      case 1:
      case 2: {
        const agent = random.pick(AGENTS);
        table.type(agent, table.newText(agent), random.pick(["refuse", "park", "wait"] as const));
        break;
      }
      case 3:
      case 4:
        someoneActs(table, random);
        break;
      case 5:
        table.fill();
        break;
      case 6:
        table.echo();
        break;
      case 7:
        // Only while nothing is on its way: what was accepted before the program hides its input was not typed into that.
        await vi.advanceTimersByTimeAsync(2 * FULL_FOR_MS);
        if (Date.now() - table.takenAtMs > FULL_FOR_MS) table.isHidden = !table.isHidden;
        break;
      default:
        await pressCtrlC(table, random);
    }
    if (random.chance(0.6)) await vi.advanceTimersByTimeAsync(random.pick([0, 1, 5, 60, 400, 6_000]));
  }
  // Everybody goes home: what is left is typed, and everybody gets an answer.
  await vi.advanceTimersByTimeAsync(0);
  table.isHidden = false;
  setHalt(table, false);
  table.wait(table.lease.acquire(PERSON));
  table.wait(table.lease.release(PERSON));
  await vi.advanceTimersByTimeAsync(40_000);
  for (const agent of AGENTS) table.fates.push(...(table.lease.beginHandback(agent, agent.id).end()?.parked ?? []));
}

/** Whoever may type gets Ctrl+C through, and into a full terminal before anything that waits. */
async function pressCtrlC(table: Table, random: Random): Promise<void> {
  // A hand-back that is under way may open the lease before this key comes.
  await vi.advanceTimersByTimeAsync(0);
  const client = random.pick([PERSON, ...AGENTS]);
  const isOpen =
    client === PERSON
      ? table.lease.info.lease?.mode !== "read-only"
      : !table.lease.isClosedTo(client) && table.halt.info === undefined;
  const { isStuck } = table;
  const before = table.taken.length;
  const write = table.type(client, CTRL_C, "refuse");
  await vi.advanceTimersByTimeAsync(FULL_FOR_MS + 600);
  if (!isOpen)
    return expect(write).toMatchObject({ outcome: "refused", error: expect.stringContaining("Nothing was typed") as string });
  expect(write, `Ctrl+C of ${client.name}`).toMatchObject({ outcome: "typed" });
  if (isStuck) expect(table.taken[before]?.char).toBe(CTRL_C);
  expect(table.taken.slice(before).map(({ char }) => char)).toContain(CTRL_C);
}

/** So much of a text tells it from all others. */
const NAME_LENGTH = "<a001".length;

/** Checks one play, and returns how many parked writes were typed. */
function check(table: Table): number {
  const typed = table.taken.map(({ char }) => char).join("");
  const timesTyped = (text: string): number => typed.split(text).length - 1;
  expect(table.pending.size, "somebody still waits").toBe(0);
  for (const write of table.writes.filter(({ text }) => text !== CTRL_C)) {
    const { text, outcome, error = "", by } = write;
    const said = `${by.name} typed ${JSON.stringify(text)}: ${outcome} ${error}`;
    const fates = table.fates.filter((fate) => fate.text === text);
    expect(fates.length, said).toBe(outcome === "parked" ? 1 : 0);
    const isSent = fates.some(({ fate, as }) => fate === "sent" && as === undefined);
    expect(timesTyped(text), said).toBe(outcome === "typed" || isSent ? 1 : 0);
    const first = table.taken[typed.indexOf(text)];
    if (first?.by.kind === "mcp") expect(first.isHidden, said).toBe(false);
    for (const { as } of fates) if (as !== undefined) expect(timesTyped(as), said).toBe(1);
    if (outcome === "refused") expect(error, said).toMatch(/[Nn]othing was typed|bytes were typed|Nothing was parked/);
    // Exactly so much was typed of what was cut off as its author was told.
    const part = Number(/(?:first |: )(\d+) of \d+ bytes/.exec(error)?.[1] ?? 0);
    if (part > 0) expect(typed, said).toContain(text.slice(0, part));
    if (part >= NAME_LENGTH && part < text.length) expect(typed, said).not.toContain(text.slice(0, part + 1));
    if (by.kind !== "mcp" || outcome === "parked" || (part < NAME_LENGTH && outcome === "refused")) continue;
    // Under a person's hands, nothing comes from an agent but what she has sent herself.
    const from = typed.indexOf(text.slice(0, part || undefined));
    const holders = table.taken.slice(from, from + (part || text.length)).map(({ holder }) => holder);
    expect([...new Set(holders)], said).toEqual([undefined]);
  }
  return table.fates.filter(({ fate }) => fate === "sent").length;
}

it("A14: no input is lost, doubled or mixed, nobody waits for ever, and Ctrl+C always gets through", async () => {
  const seen = { sent: 0, dropped: 0, edited: 0, cutOff: 0, waitedInVain: 0, hidden: 0, halted: 0 };
  for (let seed = 1; seed <= rounds(100); seed++) {
    const table = new Table(new Random(seed));
    using _ = table.hosted;
    try {
      await play(table, new Random(seed + 1_000_000));
      seen.sent += check(table);
    } catch (error) {
      throw new Error(`With seed ${seed}: ${messageOf(error)}`, { cause: error });
    }
    seen.dropped += table.fates.filter(({ fate }) => fate === "dropped").length;
    seen.edited += table.fates.filter(({ as }) => as !== undefined).length;
    seen.cutOff += table.writes.filter(({ error }) => error?.includes("bytes were typed")).length;
    seen.hidden += table.writes.filter(({ error }) => error?.includes("hidden input")).length;
    seen.halted += table.writes.filter(({ error }) => error?.includes("has halted")).length;
    seen.waitedInVain += table.writes.filter(({ error }) => error?.includes("of waiting")).length;
  }
  // Every path was taken, so the property means something.
  for (const [path, times] of Object.entries(seen)) expect(times, path).toBeGreaterThan(0);
});
