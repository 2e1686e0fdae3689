/** `cotty lease`: says who drives a session, changes it, and decides on what agents have parked. */
import type { Client } from "../../shared/client.ts";
import { HostError } from "../../shared/errors.ts";
import { editedText } from "../../shared/parked-text.ts";
import type { ParkedWrite, SessionInfo } from "../../shared/protocol.ts";
import { oneLine } from "../../shared/visible-unicode.ts";
import { connectToHost, type Invocation, notFound } from "./command.ts";
import { takeOptions, UsageError, wholeNumber } from "./options.ts";
import { print, printJson } from "./output.ts";
import { isTypedByPerson } from "./person-name.ts";

/** What can be done to a session's lease, by the word that names it. */
type Act = (client: Client, session: SessionInfo, args: readonly string[]) => Promise<unknown>;

const ACTS: Readonly<Record<string, Act>> = {
  take: (client, { id }, args) => {
    refuse(args);
    checkPerson("take the keyboard");
    return client.request("lease/acquire", { id, takeover: true });
  },
  give: (client, { id }, args) => {
    refuse(args);
    checkPerson("hand the keyboard back");
    return client.request("lease/release", { id });
  },
  agent: (client, { id }, args) => setMode(client, { id, mode: "agent" }, args),
  shared: (client, { id }, args) => setMode(client, { id, mode: "shared" }, args),
  "read-only": (client, { id }, args) => setMode(client, { id, mode: "read-only" }, args),
  send: (client, { id }, args) => client.request("parked/send", { id, ...writeIn(args) }),
  drop: (client, { id }, args) => client.request("parked/drop", { id, ...writeIn(args) }),
  edit: (client, session, [number, text, ...more]) => {
    if (number === undefined || text === undefined || more.length > 0) throw new UsageError("");
    const write = wholeNumber("edit", number, 1);
    const { text: original = "" } = session.parked?.find((one) => one.id === write) ?? {};
    return client.request("parked/edit", { id: session.id, write, text: editedText(original, text) });
  },
};

export async function lease(invocation: Invocation): Promise<number> {
  const { options, rest } = takeOptions(invocation.args, { "--json": "flag" } as const, "anywhere");
  const [id, word, ...args] = rest;
  if (id === undefined) throw new UsageError("");
  const act = word === undefined ? undefined : ACTS[word];
  if (word !== undefined && !act) throw new UsageError(`"${word}" is none of ${Object.keys(ACTS).join(", ")}`);
  using client = await connectToHost(invocation);
  if (act) await act(client, await find(client, id), args).catch(notFound("Process", id));
  const session = await find(client, id);
  if (options["--json"])
    printJson({ driver: session.driver ?? null, lease: session.lease ?? { mode: "agent" }, parked: session.parked ?? [] });
  else print([describe(session), ...(session.parked ?? []).map(parkedLine)].join("\n") + "\n");
  return 0;
}

async function find(client: Client, id: string): Promise<SessionInfo> {
  const session = (await client.request("session/list", {})).find((one) => one.id === id);
  if (session) return session;
  return notFound("Process", id)(new HostError("no-such-session", `Process not found: ${id}`));
}

/** An agent's shell and a script have no keyboard that they could hold. */
function checkPerson(what: string): void {
  if (isTypedByPerson()) return;
  const instead = "A program can set the mode instead: agent, shared or read-only";
  throw new HostError("forbidden", `Only a person at a terminal can ${what}. ${instead}`);
}

function setMode(
  client: Client,
  params: { id: string; mode: "agent" | "shared" | "read-only" },
  args: readonly string[],
): Promise<unknown> {
  refuse(args);
  return client.request("lease/mode", params);
}

function refuse(args: readonly string[]): void {
  if (args.length > 0) throw new UsageError("");
}

/** The number of one parked write; nothing means all of them. */
function writeIn([number, ...more]: readonly string[]): { write?: number } {
  refuse(more);
  return number === undefined ? {} : { write: wholeNumber("The number of a parked write", number, 1) };
}

function describe({ driver, lease: state }: SessionInfo): string {
  const who = driver && oneLine(`${driver.client.name} (${driver.client.kind})`);
  switch (state?.mode) {
    case "person": {
      const how = state.kept
        ? ", until it is handed back"
        : state.offered
          ? ", and has not typed for a while: agents may take it back"
          : "";
      return `person: ${who ?? "a person"} has the keyboard since ${clock(state.sinceMs)}${how}`;
    }
    case "read-only":
      return `read-only: nobody can type, set by ${oneLine(state.by?.name ?? "somebody")} at ${clock(state.sinceMs)}`;
    case "shared":
      return `shared: people and agents can type${who === undefined ? "" : `; ${who} typed last`}`;
    case "agent":
    case undefined:
      return `agent: ${who === undefined ? "agents can type" : `${who} drives`}`;
  }
}

function parkedLine({ id, client, atMs, text, editedBy }: ParkedWrite): string {
  const edited = editedBy ? `, edited by ${editedBy.name}` : "";
  return oneLine(`parked ${id}: ${client.name} at ${clock(atMs)}${edited}: `) + oneLine(text);
}

function clock(ms: number): string {
  return new Date(ms).toTimeString().slice(0, 8);
}
