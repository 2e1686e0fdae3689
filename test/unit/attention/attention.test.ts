import { describe, expect, it } from "vitest";
import { attentionOf, IDLE_AFTER_MS, nextChangeMs } from "../../../electron/attention/attention.ts";
import { SETTLED_AFTER_MS } from "../../../electron/prompt/prompt-detector.ts";

const asks = (lastLine: string): string => attentionOf({ exit: undefined, lastLine, quietMs: 1000 }).state;

describe("attention", () => {
  it.each([
    "Do you want to continue? [Y/n] ",
    "Overwrite existing file? (y/N)",
    "Are you sure you want to continue connecting (yes/no/[fingerprint])? ",
    "[sudo] password for ada: ",
    "Enter passphrase for key '/home/ada/.ssh/id_ed25519': ",
    "Enter passphrase (empty for no passphrase): ",
    "Enter same passphrase again: ",
    "Press any key to continue . . .",
    "Press Enter to exit",
    "Quit anyway? (y or n) ",
    "Make breakpoint pending on future shared library load? (y or [n]) ",
    "Do you really want to exit ([y]/n)? ",
    "Password for 'https://ada@example.com': ",
    "--Type <RET> for more, q to quit, c to continue without paging--",
    "Delete these 3 files? ",
    "❯ Would you like to proceed?",
    ":",
    "(END)",
    "--More--(12%)",
    "Manual page ls(1) line 1 (press h for help or q to quit)",
  ])("waits at %s", (line) => expect(asks(line)).toBe("waiting"));

  it.each([
    "$ ",
    "Password-looking prompts $ ",
    "compiling password.c: done",
    ">>> ",
    "(gdb) ",
    "Reading package lists... Done",
    "error: are you sure",
    "",
  ])("does not at %s", (line) => expect(asks(line)).not.toBe("waiting"));

  it("gives the exit precedence, and its code or signal as the reason", () => {
    const lastLine = "Continue? [y/n]";
    expect(attentionOf({ exit: { code: 0 }, lastLine, quietMs: 0 })).toEqual({ state: "finished", reason: "Exited 0" });
    expect(attentionOf({ exit: { code: 2 }, lastLine, quietMs: 0 })).toEqual({ state: "failed", reason: "Exited 2" });
    expect(attentionOf({ exit: { code: 137, signal: "SIGKILL" }, lastLine, quietMs: 0 }).reason).toBe("Killed (SIGKILL)");
  });

  it("does not call it a failure when somebody ended the program on purpose", () => {
    const of = (exit: { code: number; signal?: string }, isStopped = false): string =>
      attentionOf({ exit, isStopped, lastLine: "", quietMs: 0 }).state;
    expect(of({ code: 143, signal: "SIGTERM" }, true)).toBe("finished");
    expect(of({ code: 1 }, true)).toBe("finished");
    expect(of({ code: 143, signal: "SIGTERM" })).toBe("failed");
    // Ctrl+C, and a shell that tells of it.
    expect(of({ code: 130, signal: "SIGINT" })).toBe("finished");
    expect(of({ code: 130 })).toBe("finished");
    expect(of({ code: 131 })).toBe("failed");
  });

  it("says when it may change by itself", () => {
    expect(nextChangeMs({ exit: undefined, lastLine: "", quietMs: 0 })).toBe(SETTLED_AFTER_MS);
    expect(nextChangeMs({ exit: undefined, lastLine: "", quietMs: SETTLED_AFTER_MS })).toBe(IDLE_AFTER_MS - SETTLED_AFTER_MS);
    expect(nextChangeMs({ exit: undefined, lastLine: "", quietMs: IDLE_AFTER_MS })).toBeUndefined();
    expect(nextChangeMs({ exit: { code: 0 }, lastLine: "", quietMs: 0 })).toBeUndefined();
  });

  it("keeps the reason short, with the end of the line in it", () => {
    const { reason } = attentionOf({ exit: undefined, lastLine: `${"x".repeat(5000)} Continue? [y/n]`, quietMs: 1000 });
    expect(reason.length).toBeLessThanOrEqual(256);
    expect(reason).toMatch(/Continue\? \[y\/n\]$/);
  });
});
