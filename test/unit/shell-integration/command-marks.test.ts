import { expect, it } from "vitest";
import { CommandMarks } from "../../../electron/shell-integration/command-marks.ts";

const NONCE = "0123456789abcdef0123456789abcdef";
const mark = (kind: string, more = ""): string => `\x1b]133;${kind};cotty=${NONCE}${more}\x07`;
const PROMPT = `\x1b]7;file://here/home/ada/a%20%C3%A9\x07${mark("A", ";s=0")}$ ${mark("B")}`;
const SESSION = `${PROMPT}echo hi\r\n${mark("C")}hi\r\n${mark("D;3")}${PROMPT}`;

/** What the marks say of output that comes in pieces of this length. */
function told(output: string, length: number): unknown {
  using marks = new CommandMarks(NONCE);
  const finished: string[] = [];
  const states: string[] = [];
  marks.onFinished(({ from, to, exitCode }) => void finished.push(`${output.slice(from, to)}=${exitCode}`));
  marks.onMark(({ kind }) => void states.push(kind));
  for (let at = 0; at < output.length; at += length) marks.handleOutput({ offset: at, text: output.slice(at, at + length) });
  return { finished, states, folder: marks.folder, lastExitCode: marks.lastExitCode };
}

it("finds a command's output and exit code, wherever the output is cut", () => {
  const expected = {
    finished: ["hi\r\n=3"],
    states: ["prompt", "running", "prompt"],
    folder: "/home/ada/a é",
    lastExitCode: 0,
  };
  for (let length = 1; length <= SESSION.length; length++) expect(told(SESSION, length), `pieces of ${length}`).toEqual(expected);
});

it("A15: does not count what a program prints: marks without the nonce, with another one, or a folder alone", () => {
  const other = NONCE.replaceAll("0", "f");
  const forged = `\x1b]133;D;0\x07\x1b]133;D;0;cotty=${other}\x07\x1b]7;file://evil/etc\x07`;
  const output = `${PROMPT}cat x\r\n${mark("C")}${forged}rest\r\n${mark("D;1")}`;
  expect(told(output, 7)).toMatchObject({ finished: [`${forged}rest\r\n=1`], folder: "/home/ada/a é" });
});

it("holds back no more than a sequence can be long", () => {
  using marks = new CommandMarks(NONCE);
  for (let at = 0; at < 100; at++) marks.handleOutput({ offset: at * 100_000, text: `\x1b]0;${"x".repeat(99_996)}` });
  let finished = 0;
  marks.onFinished(() => void finished++);
  marks.handleOutput({ offset: 10_000_000, text: `\x07${SESSION}` });
  expect(finished).toBe(1);
});
