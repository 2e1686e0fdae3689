/** Tools that an agent drives over MCP: terminalcp, which polls, and Cotty. */
/** Before every look, the first one too: the figures to compare with were taken so, and no agent is faster. */
const POLL_PAUSE_MS = 100;
const BUILD_PAUSE_MS = 1000;
const GIVE_UP_AFTER = 60;
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const typed = (lines) => lines.map((line) => `${line}\r`).join("");

/** `sinceLast` asks for what is new instead of the screen. */
export async function terminalcpMcp(mcp, task, conversation, { sinceLast }) {
  const { id } = task;
  const call = (args) => conversation.call(JSON.stringify({ args }), () => mcp.call("terminalcp", { args }));
  const read = sinceLast ? { action: "stream", id, since_last: true } : { action: "stdout", id };
  let seen = "";
  const look = async (pattern, between) => {
    for (let looks = 0; looks < GIVE_UP_AFTER; looks++) {
      await pause(between);
      const text = (await call(read)).replaceAll("\r", "");
      seen = sinceLast ? seen + text : text;
      if (pattern.test(seen)) return;
    }
    throw new Error(`never saw ${pattern}`);
  };
  await call({ action: "start", command: task.command, name: id });
  if (task.finished) await look(task.finished, BUILD_PAUSE_MS);
  else await look(task.ready, POLL_PAUSE_MS);
  for (const { lines, until } of task.inputs) {
    await call({ action: "stdin", id, data: typed(lines) });
    await look(until, POLL_PAUSE_MS);
  }
  if (task.readsAll) await call({ action: "stdout", id });
  if (task.end) await call({ action: "stdin", id, data: typed(task.end.lines) });
  await call({ action: "stop", id });
}

const cottyCall = (mcp, conversation) => (args) => conversation.call(JSON.stringify(args), () => mcp.call("terminal", args));

/** Every input and its answer are one call. */
export async function cottyOneByOne(mcp, task, conversation) {
  const { id, command, prompt } = task;
  const call = cottyCall(mcp, conversation);
  if (task.finished) {
    await call({ action: "start", command, name: id });
    await call({ action: "wait", id, wait: { exit: true }, lines: 3 });
  } else {
    await call({ action: "start", command, name: id, wait: prompt });
    for (const { lines, asks } of task.inputs) await call({ action: "stdin", id, data: typed(lines), wait: asks ?? prompt });
    if (task.readsAll) await call({ action: "stdout", id });
    await call({ action: "stdin", id, data: typed(task.end.lines), wait: { exit: true } });
  }
  await call({ action: "stop", id });
}

/** The whole task is one call, and its answer all the output. */
export async function cottyInSteps(mcp, task, conversation) {
  const { id, command } = task;
  const call = cottyCall(mcp, conversation);
  if (task.finished) {
    await call({ action: "start", command, name: id, wait: { exit: true }, lines: 3 });
    return;
  }
  const steps = task.inputs.flatMap(({ lines, asks }) => (asks ? [{ text: typed(lines), wait: asks }] : lines));
  await call({ action: "start", command, name: id, steps: [...steps, { text: typed(task.end.lines), wait: { exit: true } }] });
}
