/**
 * Entry of a screen worker. It is started for one of three jobs: to keep many
 * screens, to make one export, or to search one recording.
 */
import { parentPort, workerData } from "node:worker_threads";
import { Outbox } from "../../../shared/outbox.ts";
import { AnswersInSteps } from "./answers-in-steps.ts";
import { emulatorFault } from "./emulator-check.ts";
import { makeExport } from "./exports/make-export.ts";
import { lowerPriority } from "./low-priority.ts";
import { whyQuickParserIsOff } from "./output-parser.ts";
import { Screen } from "./screen.ts";
import { ScrollbackPacker } from "./scrollback-packer.ts";
import { searchHistory } from "./search-history.ts";
import { ServedScreen } from "./served-screen.ts";
import { Turns, type Work } from "./turns.ts";
import { writtenText } from "./written-text.ts";
import type { FromExport, FromSearch, FromWorker, ScreenId, ToWorker, WorkerJob } from "../worker-protocol.ts";

/** Output of this many characters is parsed in a moment: what is to be told of other screens can wait for it. */
const SHORT = 2048;

const port = parentPort;

function say(message: readonly FromWorker[] | FromExport | FromSearch): void {
  port?.postMessage(message);
}

/** Keeps screens until the thread is ended. `current` is where the host reads whose turn it is. */
function keepScreens(current: Int32Array): void {
  const outbox = new Outbox<FromWorker>({ post: say, later: queueMicrotask });
  // A count waits for what can be parsed in a moment. Everything else may be the last word of a thread that gets stuck.
  const send = (message: FromWorker): void => (message.kind === "parsed" ? outbox.add(message) : outbox.send(message));
  const turns = new Turns(current);
  const onClose = (id: ScreenId): void => turns.close(id).forEach(add);
  const thread = { send, packer: new ScrollbackPacker(), answers: new AnswersInSteps(), onClose };
  function receive(message: ToWorker): void {
    if (message.kind === "open") {
      const screen = new Screen(message.size, { offset: message.offset });
      const served = new ServedScreen(message.screen, screen, thread);
      turns.open(message.screen, (work, deadline) => {
        if (work.kind !== "write" || work.text.length > SHORT) outbox.flush();
        return served.serve(work, deadline);
      });
      return;
    }
    if (message.kind === "close") {
      // Whoever counts what is under way must hear of it all the same.
      for (const { screen, text, writes = 1 } of turns.withdrawOutput(message.screen))
        send({ kind: "parsed", screen, length: text.length, writes });
    }
    add(workOf(message));
  }
  function add(work: Work): void {
    if (!turns.add(work) && work.kind === "ask") send({ kind: "refusal", ask: work.ask, message: "The screen has been closed" });
  }
  port?.on("message", (messages: readonly ToWorker[]) => messages.forEach(receive));
  const whyOff = whyQuickParserIsOff();
  send({ kind: "ready", ...(whyOff !== undefined && { slowBecause: whyOff }) });
}

function workOf(message: Exclude<ToWorker, { kind: "open" }>): Work {
  if (message.kind !== "write") return message;
  const { written, ...write } = message;
  return { ...write, ...writtenText(written) };
}

const job = workerData as WorkerJob;
/** What needs an answer before the thread does anything else; undefined when all is well. */
const fault = emulatorFault();

if (fault !== undefined && job.kind === "screens") {
  say([{ kind: "unfit", reason: fault }]);
} else if (fault !== undefined) {
  throw new Error(fault);
} else if (job.kind === "export") {
  if (job.inBackground) lowerPriority();
  const bytes = await makeExport(job, (progress) => say({ kind: "progress", progress }));
  say({ kind: "made", bytes });
} else if (job.kind === "search") {
  const thread = lowerPriority();
  const beat = (): void => say({ kind: "beat", ...(thread !== undefined && { thread }) });
  say({ kind: "found", ...(await searchHistory(job, beat)) });
} else {
  keepScreens(job.current);
}
