import { describe, expect, it } from "vitest";
import {
  idleAfterMs,
  pageAfterMs,
  promptAfterMs,
  questionAfterMs,
  polledAfterMs,
  replyAfterMs,
  settledAfterMs,
  silentServerAfterMs,
} from "../../../electron/prompt/prompt-rules.ts";
import { type PromptEvidence, readingOf } from "../../../electron/prompt/prompt-evidence.ts";
import { waitsBelow } from "../../../electron/prompt/question-rules.ts";
import { AT_PROMPT } from "../../support/screen-evidence.ts";

const learned: PromptEvidence = {
  ...AT_PROMPT,
  reading: "alone",
  woke: true,
  entered: true,
  mayStop: false,
  answered: true,
  started: false,
  program: "",
  company: false,
  untimed: false,
  timed: false,
  limited: false,
  isClient: false,
  relayed: false,
  readsLines: false,
  shellAsks: false,
};
const after = (evidence: Partial<PromptEvidence>): number | undefined => promptAfterMs({ ...learned, ...evidence });

describe("a prompt", () => {
  it("is told to who waits for a question once an event loop has sat at it for a second", () => {
    expect(idleAfterMs(learned)).toBe(0);
    expect(idleAfterMs({ ...learned, reading: "among-others" })).toBe(1000);
    expect(idleAfterMs({ ...learned, reading: "no" })).toBeUndefined();
  });

  it("is one at once where the program waits for the terminal at a prompt that is known", () => {
    expect(after({})).toBe(0);
    expect(after({ before: "marked" })).toBe(0);
    expect(after({ reading: "among-others" })).toBe(0);
  });

  it("may be on its way for a moment where another program hands it on", () => {
    expect(after({ relayed: true })).toBe(100);
    expect(after({ relayed: true, before: "marked" })).toBe(100);
    expect(after({ relayed: true, before: "nothing", drawn: true })).toBe(150);
    expect(after({ relayed: true, reading: "no" })).toBeUndefined();
    expect(questionAfterMs({ ...learned, relayed: true })).toBe(100);
  });

  it("is none while the program does not read, or has left nothing to read after", () => {
    expect(after({ reading: "no" })).toBeUndefined();
    expect(after({ before: "nothing", reading: "among-others" })).toBeUndefined();
    expect(after({ before: "text", line: "50% done", reading: "among-others" })).toBeUndefined();
    expect(after({ before: "text", line: "50% done", reading: "unknown" })).toBeUndefined();
    expect(after({ moved: false, reading: "unknown" })).toBeUndefined();
  });

  it("at which the reader has not woken is one after a second: a key did not reach it", () => {
    expect(after({ woke: false })).toBe(1000);
    expect(after({ woke: false, reading: "among-others", before: "text", line: "ghci> " })).toBe(1000);
    for (const evidence of [
      { company: true },
      { entered: false, before: "text", line: "> abc?" },
      { moved: false },
      { line: "abc" },
      { before: "nothing" },
    ] as const)
      expect(after({ woke: false, ...evidence }), JSON.stringify(evidence)).toBeUndefined();
  });

  it("takes the longer, the less is known", () => {
    const certain = [
      after({ before: "text", line: "Name? " }),
      after({ before: "text", line: "> ", reading: "among-others" }),
      after({ before: "text", line: "> ", reading: "unknown" }),
    ];
    expect(certain.every((ms) => ms !== undefined && ms > 0)).toBe(true);
    expect(certain).toEqual([...certain].sort((a, b) => (a ?? 0) - (b ?? 0)));
  });

  it("on a blank line comes sooner where nothing but input can wake the reader, and where it has drawn something", () => {
    const blank = { before: "nothing", line: "" } as const;
    expect(after(blank)).toBe(500);
    expect(after({ ...blank, untimed: true })).toBe(50);
    expect(after({ ...blank, untimed: true, company: true }), "another process of the job").toBe(3000);
    expect(after({ ...blank, drawn: true })).toBe(150);
  });

  it("that an event loop prints again while a program of its own goes on is one after a second", () => {
    expect(after({ reading: "among-others", company: true })).toBe(1000);
    expect(after({ company: true }), "it reads nothing else").toBe(0);
  });

  it("for an answer within a time, which a shell reads for a command, is one at once", () => {
    const timed = { reading: "among-others", timed: true, before: "text", line: "Answer within 9s: " } as const;
    expect(after(timed), "another program").toBe(2000);
    expect(after({ ...timed, shellAsks: true })).toBe(100);
    expect(idleAfterMs({ ...learned, ...timed, shellAsks: true })).toBe(100);
    expect(after({ ...timed, shellAsks: true, line: "half a line" })).toBeUndefined();
  });

  it("is none in an event loop before what was typed has shown an effect", () => {
    const loop = { reading: "among-others" } as const;
    expect(after({ ...loop, answered: false })).toBeUndefined();
    const atMark = { ...loop, answered: false, atMarkedPrompt: true } as const;
    expect(after(atMark), "a key that changes nothing").toBe(1000);
    expect(after({ ...atMark, moved: false }), "a line was entered").toBeUndefined();
    expect(after({ ...atMark, started: true }), "another program reads now").toBeUndefined();
    expect(after({ ...loop, moved: false })).toBeUndefined();
    expect(after({ ...loop, moved: false, before: "text" })).toBeUndefined();
    expect(after({ moved: false }), "it reads nothing else, and has read").toBe(200);
  });

  it("stands after a key that enters nothing, be it that something has been typed or taken back there", () => {
    const key = { reading: "among-others", entered: false, isBegun: true, before: "text", line: "> 1 + 1", left: false } as const;
    expect(after(key)).toBe(100);
    expect(after({ ...key, before: "nothing", drawn: true }), "with a suggestion behind it").toBe(100);
    expect(after({ ...key, answered: false })).toBe(2000);
    const stop = { ...key, mayStop: true, answered: false };
    expect(after({ ...stop, before: "learned" }), "Ctrl+C at an empty prompt").toBe(2000);
    expect(after(stop), "at half a line").toBeUndefined();
    for (const other of [{ isBegun: false }, { entered: true }, { mayStop: true }, { started: true }])
      expect(after({ ...key, ...other }), JSON.stringify(other)).toBeUndefined();
  });

  it("a partial line of progress is none before a second and more, of a program with a prompt of its own before two", () => {
    for (const line of ["Downloaded 10%", "Tests (1/2)", "Checks: ", "Continue?", "Bing? "]) {
      for (const reading of ["among-others", "unknown"] as const) {
        const partial = { before: "text", line, reading } as const;
        expect(after({ ...partial, returns: false })).toBe(1000);
        expect(after({ ...partial, started: true })).toBe(1000);
        expect(after(partial)).toBe(2000);
      }
    }
  });

  it("a partial line that begins with what the program does is none before five seconds", () => {
    for (const line of ["Downloading 10%", "Testing (1/2)", "  Fetching: "])
      for (const reading of ["among-others", "unknown"] as const) {
        expect(after({ before: "text", line, reading })).toBe(5000);
        expect(after({ before: "text", line, reading, started: true })).toBe(5000);
      }
  });

  it("that is not the one the program comes back to takes a second: `Working > ` looks the same", () => {
    for (const line of ["Installing foo > ", "step $ ", "> ", "# "]) {
      for (const reading of ["among-others", "unknown"] as const) {
        const other = { before: "text", line, reading, known: false } as const;
        expect(after(other), line).toBe(1000);
        expect(after({ ...other, returns: false }), "nothing was entered at a prompt").toBeLessThan(1000);
        expect(after({ ...other, started: true }), "of a program that has just been started").toBeLessThan(1000);
        expect(after({ ...other, known: true }), "in another folder").toBeLessThan(1000);
        expect(after({ ...other, line: "... " }), "more of what was begun").toBeLessThan(1000);
      }
    }
  });

  it("of a program that draws a field of its own is one only when nothing has moved for long", () => {
    expect(after({ drawn: true, reading: "among-others" })).toBe(1500);
    const words = { drawn: true, reading: "among-others", line: "me@here ~> " } as const;
    expect(after({ ...words, drawnBelow: true }), "with old text below it").toBe(0);
    expect(after(words)).toBe(1500);
    expect(after({ drawn: true })).toBe(0);
  });

  it("in a multiplexer is judged by its shape: the cursor stands at an unknown line", () => {
    const pane = { alternate: true, before: "text", reading: "among-others" } as const;
    expect(after({ ...pane, line: "bash-5.2# " })).toBe(100);
    expect(after({ ...pane, line: "half" })).toBeUndefined();
    expect(after({ alternate: true, before: "nothing" }), "a program of its own").toBe(150);
  });

  it("may be the old one while the cursor stays in its line: the echo of keys may be on its way", () => {
    expect(after({ left: false })).toBe(10);
  });

  it("may ask for more of what was begun", () => {
    for (const line of ["... ", "..... ", "| "]) expect(after({ before: "text", line, reading: "among-others" })).toBe(100);
    for (const line of ["waiting...", "...", "|"]) {
      expect(after({ before: "text", line, reading: "among-others" })).toBeUndefined();
    }
  });

  it("… with the name of its program, which progress does not have", () => {
    const more = { before: "text", reading: "among-others", line: "ghci| " } as const;
    expect(after({ ...more, continued: true })).toBe(100);
    expect(after({ ...more, known: true })).toBeUndefined();
  });

  it("… by nothing but the cursor, set in below what was entered", () => {
    const indented = { before: "nothing", line: "      ", reading: "among-others", continued: true } as const;
    expect(after(indented)).toBe(100);
    expect(after({ ...indented, reading: "unknown" })).toBe(300);
    expect(after({ ...indented, continued: false })).toBeUndefined();
    expect(after({ ...indented, drawn: true }), "in a field of its own").toBeUndefined();
    expect(after({ ...indented, answered: false })).toBeUndefined();
  });

  it("a full-screen program that reads below all else may show a page", () => {
    const page = { alternate: true, line: "/etc/services", lastLine: "/etc/services" };
    expect(waitsBelow(page)).toBe(true);
    expect(waitsBelow({ ...page, alternate: false })).toBe(false);
    expect(waitsBelow({ ...page, line: "first line" })).toBe(false);
    expect(questionAfterMs({ ...learned, ...page }, false)).toBe(150);
    expect(questionAfterMs({ ...learned, ...page, reading: "among-others" }, false)).toBeUndefined();
  });

  it("a question likewise", () => {
    expect(questionAfterMs({ ...learned, reading: "no" })).toBeUndefined();
    expect(questionAfterMs({ ...learned, moved: false })).toBeUndefined();
    expect(questionAfterMs({ ...learned, reading: "alone" })).toBeLessThan(
      questionAfterMs({ ...learned, reading: "unknown" }) ?? 0,
    );
  });
});

describe("a program that waits for the terminal with a time limit", () => {
  const still = { alternate: false, drawnBelow: false, mayBeKey: false };
  const reader = { reading: "alone", turn: "1", timed: true } as const;

  it("may be at work, as an event loop may, unless it draws a menu or the whole screen", () => {
    expect(readingOf(reader, still)).toEqual({ reading: "among-others", timed: true });
    expect(readingOf({ ...reader, timed: false }, still)).toEqual({ reading: "alone", timed: false });
    expect(readingOf(reader, { ...still, alternate: true })).toEqual({ reading: "alone", timed: false });
    expect(readingOf(reader, { ...still, drawnBelow: true })).toEqual({ reading: "alone", timed: false });
    // The rest of another key may come behind Escape.
    expect(readingOf(reader, { ...still, alternate: true, mayBeKey: true })).toEqual({ reading: "among-others", timed: true });
    // It has other things to wait for, too.
    expect(readingOf({ ...reader, reading: "among-others" }, still)).toEqual({ reading: "among-others", timed: false });
  });

  it("is at its prompt after longer, the less that looks like one; nothing stands between it and what was typed", () => {
    const timed = { ...readingOf(reader, still), before: "text" } as const;
    expect(after({ ...timed, before: "learned" })).toBe(0);
    expect(after({ ...timed, line: "> ", known: false })).toBe(1000);
    expect(after({ ...timed, line: "Checks: " })).toBe(2000);
    expect(after({ ...timed, before: "nothing", line: "" })).toBe(2000);
    expect(after({ ...timed, line: "Working" })).toBe(undefined);
    expect(settledAfterMs({ ...learned, ...timed, line: "Works", lastLine: "Works", isLastNew: true }, false)).toBe(2000);
    expect(settledAfterMs({ ...learned, ...timed, line: "Working", lastLine: "Working", isLastNew: true }, false)).toBe(5000);
    expect(after({ ...timed, line: "Go on? [y/N] " })).toBe(100);
    expect(after({ ...timed, answered: false, line: "> " })).toBe(1000);
    expect(after({ ...timed, answered: false, line: "Working" })).toBe(2000);
    expect(after({ ...timed, moved: false, line: "> " })).toBe(1000);
  });
});

describe("an event loop that does not look as if it were at a prompt", () => {
  const menu: PromptEvidence = { ...learned, before: "nothing", line: "", reading: "among-others", returns: false, drawn: true };
  const settled = (evidence: Partial<Parameters<typeof settledAfterMs>[0]>, isAwaited = false) =>
    settledAfterMs({ ...menu, lastLine: "Menu", isLastNew: true, ...evidence }, isAwaited);

  it("asks by its words where they are new: the old question stands above what was entered", () => {
    const asking = { drawn: false, returns: true, lastLine: "[sudo] password for me:" };
    expect(settled(asking)).toBe(2000);
    expect(settled({ ...asking, isLastNew: false })).toBeUndefined();
  });

  it("has asked for something once what it has drawn stands still", () => {
    expect(settled({})).toBe(1500);
    expect(settled({ moved: false }), "drawn in place").toBe(1500);
    expect(settled({ returns: true }), "started over ssh").toBe(1500);
    expect(settled({ drawn: false, before: "text", line: "Which one " })).toBe(2000);
  });

  it("has not while it does not read, has not woken, has printed nothing, or where the kernel does not tell", () => {
    expect(settled({ reading: "no" })).toBeUndefined();
    expect(settled({ reading: "unknown" })).toBeUndefined();
    expect(settled({ woke: false })).toBeUndefined();
    expect(settled({ answered: false })).toBeUndefined();
  });

  it("is at work where it has gone on from a prompt to which it comes back", () => {
    expect(settled({ drawn: false, returns: true }, true)).toBeUndefined();
    expect(settled({ drawn: false, returns: true, before: "text", line: "Working" }, true)).toBeUndefined();
    expect(settled({ drawn: false, returns: true, started: true, before: "text", line: "Which one " })).toBe(2000);
  });

  it("waits for a key where the last thing that it has printed tells its keys", () => {
    const keys = { drawn: false, lastLine: "  ➜  press h + enter to show help" };
    expect(settled(keys)).toBe(2000);
    expect(settled({ ...keys, returns: true }), "started over ssh").toBe(2000);
    expect(settled({ ...keys, answered: false }), "a key is on its way").toBeUndefined();
    expect(settled({ ...keys, reading: "no" })).toBeUndefined();
    expect(settled({ ...keys, lastLine: "Press Ctrl+C to stop" })).toBeUndefined();
    // Node's and mongosh's `.editor`, which are left by a key.
    const editor = "// Entering editor mode (Ctrl+D to finish, Ctrl+C to cancel)";
    for (const lastLine of [editor, "Enter the text. End it with ^D:", "Type a message, Ctrl-D when done"])
      expect(settled({ ...keys, returns: true, lastLine }), lastLine).toBe(2000);
    const watcher = "[nodemon] clean exit - waiting for changes before restart";
    for (const lastLine of [watcher, "Found 0 errors. Watching for file changes."])
      expect(settled({ ...keys, lastLine }), lastLine).toBe(2000);
    for (const lastLine of ["Enter password", "  Type your new passphrase"]) {
      expect(settled({ ...keys, returns: true, lastLine, isLastNew: true }), lastLine).toBe(2000);
      expect(settled({ ...keys, returns: true, lastLine, isLastNew: false }), "it was there before").toBeUndefined();
    }
    expect(settled({ ...keys, returns: true, lastLine: "The password was entered", isLastNew: true })).toBeUndefined();
  });

  it("counts on a blank line only where a question is waited for", () => {
    expect(settled({ drawn: false })).toBeUndefined();
    expect(settled({ drawn: false }, true)).toBe(3000);
    expect(settled({ drawn: false, alternate: true }, true)).toBe(3000);
    expect(settled({ drawn: false, alternate: true, lastLine: "" }, true), "nothing is drawn yet").toBeUndefined();
    expect(settled({ drawn: false, lastLine: "" }, true), "nothing is printed yet").toBe(10_000);
    expect(settled({ drawn: false, limited: true }, true), "it has a timer").toBe(10_000);
    expect(settled({ drawn: false, company: true }, true), "it has started another").toBe(10_000);
  });
});

describe("a secret", () => {
  it("is asked for behind its words where nobody is known to read, unless it has just been typed there", () => {
    const polled = { ...learned, reading: "no", before: "text", line: "Provide the master password: " } as const;
    expect(polledAfterMs(polled)).toBe(1500);
    expect(polledAfterMs({ ...polled, line: "Retype to verify: " })).toBe(1500);
    for (const other of [{ moved: false }, { drawn: true }, { reading: "alone" }, { line: "Checking the password " }] as const)
      expect(polledAfterMs({ ...polled, ...other }), JSON.stringify(other)).toBeUndefined();
  });
});

describe("a server that says nothing", () => {
  const client = { ...learned, isClient: true, reading: "among-others", before: "nothing", line: "", program: "nc" } as const;
  const asks = (evidence: Partial<PromptEvidence & { lastLine: string; isLastNew: boolean }>): number | undefined =>
    silentServerAfterMs({ ...client, started: true, lastLine: "$ nc host 6379", isLastNew: false, ...evidence });

  it("awaits the first command of a client that has just been started", () => {
    for (const program of ["nc", "ncat", "nc.openbsd", "netcat", "socat"]) expect(asks({ program }), program).toBe(3000);
    const ready = { program: "telnet", lastLine: "Escape character is '^]'.", isLastNew: true };
    expect(asks(ready)).toBe(3000);
    expect(asks({ ...ready, lastLine: "Trying 127.0.0.1..." })).toBeUndefined();
    expect(asks({ started: false, lastLine: "" }), "it is all that runs in the session").toBe(3000);
  });

  it("may be at work where something was typed at it, has begun to speak, or is reached by another program", () => {
    expect(asks({ started: false })).toBeUndefined();
    expect(asks({ isLastNew: true, lastLine: "hello" })).toBeUndefined();
    expect(asks({ line: "hel" })).toBeUndefined();
    expect(asks({ program: "ssh" })).toBeUndefined();
    expect(asks({ isClient: false })).toBeUndefined();
  });
});

describe("the reply of a server", () => {
  const reply = { ...learned, isClient: true, reading: "among-others", before: "nothing", returns: false, line: "" } as const;
  const ends = (lastLine: string, evidence: Partial<PromptEvidence> = {}): number | undefined =>
    replyAfterMs({ ...reply, lastLine, isLastNew: true, ...evidence });

  it("awaits the next command where it says so, in a program that only hands on what the server says", () => {
    const mail = ["220 ready", "250", "530 5.7.1 no", "+OK", "-ERR what", "a1 OK done", "a2 BAD"];
    const redis = ["+PONG", ":123", ":-1", "-WRONGTYPE Operation against a key", "$-1", "*0", "*-1"];
    for (const line of [...mail, ...redis]) expect(ends(line), line).toBe(2000);
    const mailGoesOn = ["250-SIZE", "150 coming", "2200 files", "250files", "HELO", "* 2 EXISTS"];
    for (const line of [...mailGoesOn, "$5", "*2", "+ go on", ": ", "-x"]) expect(ends(line), line).toBeUndefined();
    expect(ends("220 ready", { isClient: false })).toBeUndefined();
  });

  it("is none where the line was entered there, or at a prompt to which a program comes back, and while nothing has come", () => {
    expect(replyAfterMs({ ...reply, lastLine: "220 ready", isLastNew: false })).toBeUndefined();
    expect(ends("220 ready", { returns: true })).toBeUndefined();
    expect(ends("220 ready", { returns: true, started: true })).toBe(2000);
    expect(ends("220 ready", { answered: false })).toBeUndefined();
    expect(ends("220 ready", { line: "more" })).toBeUndefined();
  });
});

describe("a page of a pager", () => {
  const page = (line: string, more: Partial<PromptEvidence> & { lastLine?: string; changed?: boolean } = {}) =>
    pageAfterMs({
      ...learned,
      before: "text",
      changed: true,
      changedWithin: false,
      line,
      lastLine: line.trim(),
      isLastNew: true,
      ...more,
    });
  const reading = "among-others";

  it.each([
    "--Type <RET> for more, q to quit, c to continue without paging--",
    "--More--(29%)",
    ":",
    "(END)",
    "lines 1-30",
    " Manual page less(1) line 1 (press h for help or q to quit)",
    "-- More --",
    "HELP -- Press RETURN for more, or q when done",
    "Pattern not found  (press RETURN)",
  ])("is one by its words: '%s'", (line) => {
    expect(page(line)).toBe(10);
    expect(page(line, { reading })).toBe(100);
    expect(page(line, { reading: "no" })).toBeUndefined();
    expect(page(line, { changed: false }), "after a key").toBe(10);
  });

  it("is one by its look, also far away, and above the bar of a multiplexer", () => {
    const look = { standsOut: true };
    for (const line of ["notes.txt", "/etc/services", "notes(1)", "6%"]) {
      expect(page(line, look), line).toBe(10);
      expect(page(line, { ...look, reading }), line).toBe(100);
    }
    expect(page("notes.txt", { ...look, lastLine: "[0] 0:bash*" })).toBe(10);
    expect(page("notes.txt", { alternate: true }), "as any other text").toBeUndefined();
  });

  it("far away is not left before what was typed at it has shown an effect", () => {
    for (const line of [":", "(END)", " Manual page less(1) line 1 (press h for help or q to quit)"]) {
      expect(page(line, { reading, answered: false }), line).toBeUndefined();
      expect(page(line, { answered: false }), "it reads nothing else, and has read").toBe(10);
    }
    expect(page("notes.txt", { standsOut: true, reading, answered: false })).toBeUndefined();
    expect(questionAfterMs({ ...learned, reading, answered: false })).toBeUndefined();
  });

  it("is none while the pager waits for text, and none in a prompt in reverse video", () => {
    const look = { standsOut: true, reading } as const;
    for (const line of ["Waiting for data... (interrupt to abort)", "here:~$ "]) expect(page(line, look), line).toBeUndefined();
  });

  it("is none at a prompt, at a question, in a command line, and where the cursor is elsewhere", () => {
    expect(page(":", { before: "learned" })).toBeUndefined();
    expect(page(":", { before: "marked" })).toBeUndefined();
    for (const line of ["Eval: ", ":set number", "/needle", "Press ENTER or type command to continue"]) {
      expect(page(line, { alternate: true }), line).toBeUndefined();
    }
    expect(page("text", { lastLine: "(END)" })).toBeUndefined();
  });
});
