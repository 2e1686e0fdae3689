/** Entry of a screen worker: many screens in one thread, parsed in the order their output came. */
import { parentPort, workerData } from "node:worker_threads";
import { messageOf } from "../../shared/errors.ts";
import { exportText } from "./export-text.ts";
import { Screen, type ScreenState } from "./screen.ts";
import type { ExportJob, FromWorker, QuestionName, Questions, ScreenId, ToWorker } from "./worker-protocol.ts";

type Entry = { readonly screen: Screen; state: string };

const screens = new Map<ScreenId, Entry>();
const port = parentPort;

function send(message: FromWorker): void {
  port?.postMessage(message);
}

function open(id: ScreenId, screen: Screen): void {
  screens.set(id, { screen, state: "" });
  screen.onReply((text) => send({ kind: "reply", screen: id, text }));
}

function write(id: ScreenId, text: string, replay: boolean): void {
  const entry = screens.get(id);
  if (!entry) return;
  const found = entry.screen.write(text, replay);
  const state = changedState(entry);
  send({ kind: "parsed", screen: id, length: text.length, ...(state && { state }) });
  for (const { watch, match } of found) send({ kind: "match", screen: id, watch, match });
}

function changedState(entry: Entry): ScreenState | undefined {
  const state = entry.screen.state();
  const key = JSON.stringify(state);
  if (key === entry.state) return undefined;
  entry.state = key;
  return state;
}

type Answers = { [N in QuestionName]: (screen: Screen, params: Questions[N]["params"]) => Questions[N]["result"] };

const answers: Answers = {
  snapshot: (screen) => screen.snapshot(),
  text: (screen, { limit }) => ({ ...screen.text(limit), offset: screen.offset, size: screen.size }),
  frame: (screen, { since }) => screen.frame(since),
  startWatch: (screen, { watch, ...options }) => {
    const match = screen.startWatch(watch, options);
    return match === undefined ? {} : { match };
  },
  endWatch: (screen, { watch, ...options }) => ({ ...screen.endWatch(watch, options), offset: screen.offset }),
};

function answer(message: ToWorker & { kind: "ask" }): void {
  const { ask, name, params } = message;
  const screen = screens.get(message.screen)?.screen;
  if (!screen) return send({ kind: "refusal", ask, message: "The screen has been closed" });
  try {
    const question = answers[name] as (screen: Screen, params: unknown) => unknown;
    send({ kind: "answer", ask, result: question(screen, params) });
  } catch (error) {
    send({ kind: "refusal", ask, message: messageOf(error) });
  }
}

function receive(message: ToWorker): void {
  switch (message.kind) {
    case "open":
      return open(message.screen, new Screen(message.size, { offset: message.offset }));
    case "write":
      return write(message.screen, message.text, message.replay);
    case "resize":
      return screens.get(message.screen)?.screen.resize(message.size);
    case "mark":
      return screens.get(message.screen)?.screen.mark(message.typed);
    case "close":
      screens.get(message.screen)?.screen[Symbol.dispose]();
      screens.delete(message.screen);
      return undefined;
    case "ask":
      return answer(message);
  }
}

const job = workerData as ExportJob | null;
if (job) port?.postMessage(await exportText(job));
else port?.on("message", receive);
