/** Gathers what a timeline shows of a recording: who typed what, markers, questions, sizes and the exit. */
import { driverIn } from "../../../../shared/asciicast.ts";
import { actorOf } from "../../../../shared/client-kind.ts";
import { isQuestion, SETTLED_AFTER_MS } from "../../../../shared/questions.ts";
import type { ClientKind } from "../../../../shared/protocol.ts";
import type { ReplayEvent } from "../../../../shared/replay/replay-index.ts";
import type { TimedEvent } from "./recording-source.ts";

/** More are not listed: nobody can tell them apart on a timeline. */
const MAX_EVENTS = 5000;
/** Keys with a shorter pause between them are one input, up to Enter. */
const PAUSE_MS = 1500;
const MAX_TEXT = 200;

type Driver = NonNullable<ReplayEvent["by"]>;

export class ReplayEvents {
  readonly #events: ReplayEvent[] = [];
  readonly #lastLine: () => string;
  #driver: Driver = { name: "", actor: "agent" };
  #lastInputMs = Number.NEGATIVE_INFINITY;
  #lastAsked = "";
  #lastOutputMs = Number.POSITIVE_INFINITY;
  #isCut = false;

  /** `lastLine` is the last line of the screen as it is when `add` is called: before the event. */
  constructor(lastLine: () => string) {
    this.#lastLine = lastLine;
  }

  get result(): { events: readonly ReplayEvent[]; isCut: boolean } {
    return { events: this.#events, isCut: this.#isCut };
  }

  /** Takes the next event, before the screen does. */
  add({ event, atMs }: Pick<TimedEvent, "event" | "atMs">): void {
    this.noteQuiet(atMs);
    if (event.kind === "output") this.#lastOutputMs = atMs;
    else if (event.kind === "input") this.#input(atMs, event.text);
    else if (event.kind === "marker") this.#marker(atMs, event.label);
    else if (event.kind === "resize") this.#push({ atMs, kind: "resize", text: `${event.size.cols}×${event.size.rows}` });
    else this.#push({ atMs, kind: "exit", text: `Exited ${event.status.code}` });
  }

  /** The screen has stood still since the last output: a question that shows there counts. */
  noteQuiet(nowMs: number): void {
    if (nowMs - this.#lastOutputMs < SETTLED_AFTER_MS) return;
    const line = this.#lastLine();
    const atMs = this.#lastOutputMs;
    this.#lastOutputMs = Number.POSITIVE_INFINITY;
    const isNew = line !== this.#lastAsked;
    this.#lastAsked = line;
    if (isNew && isQuestion(line)) this.#push({ atMs, kind: "ask", text: line.slice(-MAX_TEXT) });
  }

  #input(atMs: number, text: string): void {
    const last = this.#events.at(-1);
    const goesOn = last?.kind === "input" && last.by?.name === this.#driver.name && atMs - this.#lastInputMs < PAUSE_MS;
    this.#lastInputMs = atMs;
    if (goesOn && !/[\r\n]$/.test(last.text) && last.text.length + text.length <= MAX_TEXT) {
      this.#events[this.#events.length - 1] = { ...last, text: last.text + text };
    } else {
      this.#push({ atMs, kind: "input", text: text.slice(0, MAX_TEXT), by: this.#driver });
    }
  }

  #marker(atMs: number, label: string): void {
    const driver = driverIn(label);
    if (driver) this.#driver = { name: driver.name, actor: actorOf({ ...driver, kind: driver.kind as ClientKind }) };
    else this.#push({ atMs, kind: "marker", text: label.slice(0, MAX_TEXT) });
  }

  #push(event: ReplayEvent): void {
    if (this.#events.length < MAX_EVENTS || event.kind === "exit") this.#events.push(event);
    else this.#isCut = true;
  }
}
