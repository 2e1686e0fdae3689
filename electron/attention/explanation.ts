/** The evidence for a state, source by source, in words for a person. */
import type { AttentionSource, Progress } from "../../shared/protocol.ts";
import type { ForegroundWork, TerminalReader } from "../prompt/prompt-detector.ts";
import type { AttentionEvidence } from "./attention-rules.ts";

/** What the sources say beside the evidence that the rules weigh. */
export type SourceFacts = {
  readonly evidence: AttentionEvidence;
  readonly reader: TerminalReader;
  readonly work: ForegroundWork | undefined;
  /** The title that the program has set. */
  readonly title: string;
  readonly bells: number;
  /** How the shell's last command ended, by its marks. */
  readonly lastExitCode?: number | undefined;
};

export function explain(facts: SourceFacts): AttentionSource[] {
  const { evidence, title, bells, lastExitCode } = facts;
  const { exit, quietMs, place, notification, progress, isEchoOff } = evidence;
  const found: [source: AttentionSource["source"], says: string | undefined][] = [
    ["exit", exit && `the program has ended: ${exit.signal ?? `exit code ${exit.code}`}`],
    ["terminal", exit ? undefined : readerWords(facts)],
    ["echo", isEchoOff ? "what is typed does not show" : undefined],
    ["screen", place && `the cursor stands ${place.line.trim() === "" ? "on a blank line" : `after "${place.line.slice(-80)}"`}`],
    ["marks", place?.before === "marked" ? "the shell has marked its prompt" : undefined],
    ["marks", lastExitCode === undefined ? undefined : `the last command ended with ${lastExitCode}`],
    ["output", exit ? undefined : quietWords(quietMs)],
    ["notification", notification && `the program has said "${notification}"`],
    ["progress", progress && progressWords(progress)],
    ["bell", bells > 0 ? `the bell has rung ${bells === 1 ? "once" : `${bells} times`}` : undefined],
    ["title", title === "" ? undefined : `the title is "${title.slice(0, 80)}"`],
  ];
  return found.flatMap(([source, says]) => (says === undefined ? [] : [{ source, says }]));
}

function readerWords({ evidence, reader, work }: SourceFacts): string {
  const name = work ? `${work.name} ` : "";
  switch (evidence.reading) {
    case "alone":
      return `${name}is blocked reading the terminal`;
    case "among-others":
      if (reader.timed) return `${name}looks for input, and goes on by itself after a while`;
      return `${name}waits for the terminal and for other things, as every event loop does`;
    case "no":
      return `${name}does not read the terminal`;
    case "unknown":
      return "this system does not say who reads the terminal";
  }
}

function progressWords({ kind, percent }: Progress): string {
  const said = {
    normal: "its progress",
    indeterminate: "that it is at work",
    error: "of an error",
    paused: "that it has paused",
  };
  return `the program tells ${said[kind]}${percent === undefined ? "" : `, at ${percent} %`}`;
}

function quietWords(quietMs: number): string {
  if (quietMs < 1000) return "it has just printed something";
  const seconds = Math.round(quietMs / 1000);
  return `nothing was printed for ${seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`}`;
}
