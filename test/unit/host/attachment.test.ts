import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Attachment, type FollowedSession } from "../../../electron/host/attachment.ts";
import { Emitter } from "../../../shared/emitter.ts";
import { HostError } from "../../../shared/errors.ts";
import type { Size, Snapshot } from "../../../shared/protocol.ts";

const SIZE = { cols: 80, rows: 24 };

/** A session that prints what the test says and answers for its screen when the test says so. */
class FakeSession implements FollowedSession {
  readonly id = "s";
  readonly outputs = new Emitter<{ offset: number; text: string }>();
  readonly resizes = new Emitter<Size>();
  readonly resets = new Emitter<void>();
  readonly onOutput = this.outputs.event;
  readonly onResize = this.resizes.event;
  /** Snapshots that were asked for and have not been answered, oldest first. */
  readonly asked: { answer: () => void; refuse: () => void }[] = [];
  flushed = 0;
  output = "";
  /** What is older than this is no longer in memory. */
  forgotten = 0;
  readonly screen: FollowedSession["screen"] = {
    onReset: this.resets.event,
    ask: () =>
      new Promise((resolve, reject) =>
        this.asked.push({
          answer: () => resolve({ screen: `screen at ${this.output.length}`, offset: this.output.length, size: SIZE }),
          refuse: () => reject(new HostError("internal", "The screen was reset")),
        }),
      ),
  };

  get offset(): number {
    return this.output.length;
  }

  flush(): void {
    this.flushed++;
  }

  recent(since: number, limit: number): string | undefined {
    return since < this.forgotten ? undefined : this.output.slice(since, since + limit);
  }

  print(text: string): void {
    const offset = this.output.length;
    this.output += text;
    this.outputs.fire({ offset, text });
  }

  get listeners(): number {
    return this.outputs.listenerCount + this.resizes.listenerCount + this.resets.listenerCount;
  }
}

let session: FakeSession;
let isBehind: boolean;
/** What the client has been sent, in order. */
let told: string[];
let attachment: Attachment;

beforeEach(() => {
  session = new FakeSession();
  isBehind = false;
  told = [];
  attachment = new Attachment(session, {
    output: ({ offset, text }) => told.push(`${offset} ${text}`),
    resync: ({ offset }) => told.push(`resync ${offset}`),
    isBehind: () => isBehind,
  });
});

afterEach(() => attachment[Symbol.dispose]());

/** The oldest snapshot that was asked for arrives; what follows from it has happened. */
async function answer(outcome: "answer" | "refuse" = "answer"): Promise<void> {
  session.asked.shift()?.[outcome]();
  await new Promise<void>((resolve) => setImmediate(resolve));
}

async function begin(): Promise<Snapshot> {
  const begun = attachment.begin();
  await answer();
  return begun;
}

/** Attached, and following from the beginning. */
async function follow(): Promise<void> {
  await begin();
  attachment.start();
}

async function fallBehind(): Promise<void> {
  await follow();
  isBehind = true;
  session.print("missed ");
}

describe("beginning", () => {
  it("answers with the screen as of the output so far, and sends nothing before the answer is out", async () => {
    session.print("before ");
    const begun = attachment.begin();
    expect(session.flushed).toBe(1);
    session.print("while asked ");
    await answer();
    expect((await begun).offset).toBe(19);
    session.print("while sent ");
    expect(told).toEqual([]);
    attachment.start();
    expect(told).toEqual(["19 while sent "]);
  });

  it("goes on after a large snapshot, which was all that the client had not read", async () => {
    await begin();
    isBehind = true;
    attachment.start();
    session.print("meanwhile ");
    expect(told).toEqual([]);
    isBehind = false;
    attachment.drained();
    expect(told).toEqual(["0 meanwhile "]);
    expect(session.asked).toEqual([]);
  });

  it("sends another after a large snapshot if much has come meanwhile", async () => {
    await begin();
    isBehind = true;
    attachment.start();
    session.print("x".repeat(1024 * 1024));
    isBehind = false;
    attachment.drained();
    await answer();
    expect(told).toEqual([`resync ${1024 * 1024}`]);
  });

  it.each(["resizes", "resets"] as const)("sends another snapshot first if the screen %s meanwhile", async (what) => {
    await begin();
    session[what].fire(SIZE as Size & undefined);
    expect(session.asked).toEqual([]);
    attachment.start();
    session.print("new ");
    expect(told).toEqual([]);
    await answer();
    expect(told).toEqual(["resync 4"]);
  });

  it("sends nothing to a client that was detached before its answer was out", async () => {
    await begin();
    attachment[Symbol.dispose]();
    attachment.start();
    session.print("x");
    expect(told).toEqual([]);
    expect(session.asked).toEqual([]);
  });

  it("says so when the screen cannot tell", async () => {
    const begun = attachment.begin();
    const failed = expect(begun).rejects.toMatchObject({ code: "internal" });
    await answer("refuse");
    await failed;
    attachment.start();
    session.print("x");
    expect(told).toEqual([]);
  });
});

describe("following", () => {
  it("sends output as it comes, large output in pieces", async () => {
    await follow();
    session.print("one ");
    session.print("x".repeat(128 * 1024 + 1));
    expect(told.map((text) => text.length)).toEqual(["0 one ".length, "4 ".length + 128 * 1024, "131076 x".length]);
  });

  it("falls behind when the client has too much unread", async () => {
    await fallBehind();
    expect(told).toEqual([]);
    expect(session.asked).toEqual([]);
  });

  it("gives a snapshot at once when what is next is no longer in memory", async () => {
    await follow();
    session.forgotten = 100;
    session.print("lost ");
    expect(session.asked).toHaveLength(1);
    await answer();
    expect(told).toEqual(["resync 5"]);
  });

  it.each(["resizes", "resets"] as const)("gives a snapshot when the screen %s", async (what) => {
    await follow();
    session[what].fire(SIZE as Size & undefined);
    session.print("after ");
    expect(told).toEqual([]);
    await answer();
    session.print("then ");
    expect(told).toEqual(["resync 6", "6 then "]);
  });

  it("ends in the middle of sending when that ends the connection", async () => {
    await follow();
    const send = told.push.bind(told);
    told.push = (...texts) => {
      attachment[Symbol.dispose]();
      return send(...texts);
    };
    session.print("x".repeat(300_000));
    expect(told).toHaveLength(1);
    expect(session.listeners).toBe(0);
  });
});

describe("behind", () => {
  it("sends no output and asks for no snapshot until the client has read what it has", async () => {
    await fallBehind();
    isBehind = false;
    session.print("and ");
    expect(told).toEqual([]);
    attachment.drained();
    await answer();
    session.print("then ");
    expect(told).toEqual(["resync 11", "11 then "]);
  });

  it("stays so while the client is still behind, also when the screen changes its shape", async () => {
    await fallBehind();
    attachment.drained();
    session.resizes.fire(SIZE);
    expect(session.asked).toEqual([]);
    isBehind = false;
    session.resizes.fire(SIZE);
    expect(session.asked).toHaveLength(1);
  });

  it("is nothing to a client that keeps up", async () => {
    await follow();
    attachment.drained();
    expect(session.asked).toEqual([]);
  });
});

describe("resyncing", () => {
  beforeEach(async () => {
    await follow();
    session.resizes.fire(SIZE);
    expect(session.asked).toHaveLength(1);
  });

  it("asks once, however often the client drains", () => {
    attachment.drained();
    attachment.drained();
    expect(session.asked).toHaveLength(1);
  });

  it("sends what came after the snapshot", async () => {
    session.asked[0]?.answer();
    session.print("after ");
    await answer();
    expect(told).toEqual(["resync 0", "0 after "]);
  });

  it("asks for one more when the screen changes its shape again, and sends both", async () => {
    session.resizes.fire(SIZE);
    session.print("x");
    await answer();
    expect(told).toEqual(["resync 1"]);
    expect(session.asked).toHaveLength(1);
    session.print("y");
    expect(told).toEqual(["resync 1"]);
    await answer();
    expect(told).toEqual(["resync 1", "resync 2"]);
    session.print("z");
    expect(told.at(-1)).toBe("2 z");
  });

  it("falls behind again when the client reads too slowly for what came since", async () => {
    session.asked[0]?.answer();
    session.print("after ");
    isBehind = true;
    await answer();
    expect(told).toEqual(["resync 0"]);
    isBehind = false;
    attachment.drained();
    await answer();
    expect(told).toEqual(["resync 0", "resync 6"]);
  });

  it("asks the new screen when the old one was reset before it answered", async () => {
    session.resets.fire();
    await answer("refuse");
    expect(session.asked).toHaveLength(1);
    await answer();
    expect(told).toEqual(["resync 0"]);
  });

  it("waits for the new screen when there is none yet", async () => {
    await answer("refuse");
    session.print("x");
    expect([told, session.asked]).toEqual([[], []]);
    session.resets.fire();
    await answer();
    expect(told).toEqual(["resync 1"]);
  });

  it("sends nothing to a client that was detached meanwhile", async () => {
    attachment[Symbol.dispose]();
    await answer();
    session.print("x");
    attachment.drained();
    expect([told, session.asked, session.listeners]).toEqual([[], [], 0]);
  });
});
