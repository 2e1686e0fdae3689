/** `cotty attach`: shows a session in this terminal and types into it, until the user presses Ctrl+B. */
import type { Client } from "../../shared/client.ts";
import { messageOf } from "../../shared/errors.ts";
import type { ClientInfo, Driver, Events, SessionInfo, Snapshot } from "../../shared/protocol.ts";
import { oneLine } from "../../shared/visible-unicode.ts";
import { type Invocation, notFound } from "./command.ts";
import { DetachKey, isPassive, TWICE_WITHIN_MS } from "./detach-key.ts";
import { introduce } from "../client/host-connection.ts";
import { onlyArgument, takeOptions } from "./options.ts";
import { ownTerminals, terminalOf } from "./own-terminals.ts";
import { personName } from "./person-name.ts";
import { printError } from "./output.ts";
import { UserTerminal } from "./user-terminal.ts";

/** How long a notice covers the last rows. */
const NOTICE_MS = 6000;
/** After a program has ended, its last output arrives within this time. */
const LAST_OUTPUT_WITHIN_MS = 1000;

const DETACHED = { farewell: "[Detached]" };

export async function attach(invocation: Invocation): Promise<number> {
  const { rest } = takeOptions(invocation.args, {}, "anywhere");
  const id = onlyArgument(rest);
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    printError("Not running in a TTY\n");
    return 1;
  }
  const found = await introduce({ paths: invocation.paths, name: personName(), kind: "attach" });
  using client = found.client;
  printError(`Attaching to session ${id}...\nPress Ctrl+B to detach\n\n`);
  const end = await new AttachedTerminal(client, found.self, id).run();
  if (end !== "host-gone") {
    printError(`${end.farewell}\n`);
    return 0;
  }
  const next = `'${invocation.program} recordings' lists what is kept of it`;
  printError(`[The host has gone, and session ${oneLine(id)} with it. ${next}]\n`);
  return 1;
}

/** How an attachment ended: as somebody wanted or the program did, with the closing message, or because the host has gone. */
type End = { readonly farewell: string } | "host-gone";

/**
 * The session in whose terminal this command shows, be it in a terminal that a program has made there (script, expect,
 * tmux, screen). Undefined when there is none.
 */
async function surroundingSession(client: Client): Promise<string | undefined> {
  const sessions = (await client.request("session/list", {})).filter(({ exit }) => !exit);
  const terminals = ownTerminals();
  const around = sessions.find(({ pid }) => terminals.has(terminalOf(pid) ?? ""));
  // Who has left the session behind has its variables. The same has to do where the system does not tell.
  return around?.id ?? sessions.find(({ id }) => id === process.env["COTTY_SESSION_ID"])?.id;
}

class AttachedTerminal {
  readonly #client: Client;
  readonly #self: ClientInfo;
  readonly #id: string;
  readonly #terminal = new UserTerminal();
  readonly #detachKey = new DetachKey();
  /** The terminal shows the output up to this offset. */
  #offset = 0;
  /** Events that arrived before the first screen was shown. Undefined once it is shown. */
  #heldEvents: (() => void)[] | undefined = [];
  #driver: Driver | undefined;
  #end: (end: End) => void = () => {};
  #detachTimer: NodeJS.Timeout | undefined;
  /** The session in whose terminal this runs. */
  #within: string | undefined;
  /** Why keys were refused, as it was told last. Absent once a key was typed again. */
  #refusal: string | undefined;
  /** Takes the notice away. Absent while none shows. */
  #noticeTimer: NodeJS.Timeout | undefined;
  /** Set when the program has ended. `offset` is the end of its output. */
  #ended: { readonly offset: number; readonly farewell: string } | undefined;

  constructor(client: Client, self: ClientInfo, id: string) {
    this.#client = client;
    this.#self = self;
    this.#id = id;
  }

  /** Runs until the user detaches or the session ends. Restores the terminal, then resolves. */
  async run(): Promise<End> {
    const over = new Promise<End>((resolve) => {
      this.#end = resolve;
    });
    this.#listen();
    await this.#client.request("host/watch", {});
    this.#within = await surroundingSession(this.#client);
    const { session, ...snapshot } = await this.#attach().catch(notFound("Process", this.#id));
    const handleSignal = (): void => this.#end(DETACHED);
    for (const signal of ["SIGTERM", "SIGHUP", "SIGINT"] as const) process.on(signal, handleSignal);
    this.#handleSession(session);
    this.#warnIfTooSmall(session);
    try {
      this.#terminal.enter(
        (text) => this.#handleKeys(text),
        () => this.#fitSession(),
      );
      this.#begin(snapshot);
      return await over;
    } finally {
      clearTimeout(this.#detachTimer);
      clearTimeout(this.#noticeTimer);
      this.#terminal.restore();
      await this.#handBack();
    }
  }

  /** A viewer must not resize the session, and a terminal cannot scale what it shows. */
  #warnIfTooSmall({ size }: SessionInfo): void {
    const own = this.#terminal.size;
    if (!own || (size.cols <= own.cols && size.rows <= own.rows)) return;
    printError(
      `The session has ${size.cols}x${size.rows}, this terminal ${own.cols}x${own.rows}. Until you type, it may look broken.\n\n`,
    );
  }

  #listen(): void {
    this.#follow("session/output", ({ offset, text }) => {
      // It was on its way when the screen was asked for, and is in it.
      if (offset < this.#offset) return;
      this.#terminal.write(text);
      this.#advance(offset + text.length);
    });
    this.#follow("session/resync", ({ screen, offset }) => this.#show(screen, offset));
    this.#client.on("sessions/changed", ({ sessions }) => {
      for (const session of sessions) if (session.id === this.#id) this.#handleSession(session);
    });
    this.#client.on("session/closed", ({ id }) => {
      if (id === this.#id) this.#end(this.#ended ?? { farewell: `[Session ${oneLine(id)} was stopped]` });
    });
    this.#client.onClose(() => this.#end(this.#ended ?? "host-gone"));
  }

  /** Subscribes to an event of this session. Events that arrive before the snapshot is shown wait until it is. */
  #follow<E extends "session/output" | "session/resync">(name: E, handle: (event: Events[E]) => void): void {
    this.#client.on(name, (event) => {
      if (event.id !== this.#id) return;
      if (this.#heldEvents) this.#heldEvents.push(() => handle(event));
      else handle(event);
    });
  }

  /** Follows the session from now on. Its events wait until `begin` has shown the screen that comes before them. */
  #attach(): Promise<Snapshot & { readonly session: SessionInfo }> {
    this.#heldEvents = [];
    const within = this.#within;
    return this.#client.request("session/attach", { id: this.#id, ...(within !== undefined && { within }) });
  }

  #begin({ screen, offset }: Snapshot): void {
    this.#show(screen, offset);
    this.#releaseEvents();
  }

  #releaseEvents(): void {
    const held = this.#heldEvents?.splice(0) ?? [];
    this.#heldEvents = undefined;
    for (const handle of held) handle();
  }

  #show(screen: string, offset: number): void {
    this.#terminal.show(screen);
    this.#advance(offset);
  }

  #advance(offset: number): void {
    this.#offset = offset;
    if (this.#ended && offset >= this.#ended.offset) this.#end(this.#ended);
  }

  #handleSession({ driver, exit, offset }: SessionInfo): void {
    const wasDriver = this.#isDriver;
    this.#driver = driver;
    // The terminal may have been resized before this was told.
    if (!wasDriver && this.#heldEvents === undefined) this.#fitSession();
    if (!exit || this.#ended) return;
    const how = exit.signal === undefined ? `exited with code ${exit.code}` : `was ended by ${oneLine(exit.signal)}`;
    const ended = { offset, farewell: `[Session ${oneLine(this.#id)} ${how}]` };
    this.#ended = ended;
    setTimeout(() => this.#end(ended), LAST_OUTPUT_WITHIN_MS).unref();
    this.#advance(this.#offset);
  }

  #handleKeys(text: string): void {
    clearTimeout(this.#detachTimer);
    const { send, detach } = this.#detachKey.push(text);
    if (send.length > 0) this.#type(send);
    if (detach) this.#end(DETACHED);
    else if (this.#detachKey.isPending) this.#detachTimer = setTimeout(() => this.#end(DETACHED), TWICE_WITHIN_MS);
  }

  #type(text: string): void {
    if (isPassive(text) && !this.#isDriver) return;
    this.#write(text).then(
      () => this.#handleTyped(),
      (error: unknown) => this.#handleRefusal(messageOf(error)),
    );
  }

  /** Says why a key was not typed: once, and then by the bell alone. */
  #handleRefusal(reason: string): void {
    if (this.#client.isClosed) return;
    this.#terminal.bell();
    if (reason === this.#refusal) return;
    this.#refusal = reason;
    this.#terminal.notice(oneLine(reason));
    clearTimeout(this.#noticeTimer);
    this.#noticeTimer = setTimeout(() => void this.#endNotice(), NOTICE_MS).unref();
  }

  #handleTyped(): void {
    this.#refusal = undefined;
    if (this.#noticeTimer) void this.#endNotice();
  }

  /** Shows what the notice has covered. */
  async #endNotice(): Promise<void> {
    clearTimeout(this.#noticeTimer);
    this.#noticeTimer = undefined;
    try {
      this.#begin(await this.#attach());
    } catch {
      // The session or its host is gone, which is told in other ways.
      this.#releaseEvents();
    }
  }

  async #write(text: string): Promise<void> {
    const becomesDriver = !this.#isDriver;
    await this.#client.request("session/write", { id: this.#id, input: [{ text }] });
    if (becomesDriver) this.#fitSession(true);
  }

  get #isDriver(): boolean {
    return this.#driver?.client.id === this.#self.id;
  }

  /** Gives the session this terminal's size. The driver's size wins, so a viewer changes nothing. */
  #fitSession(isDriver: boolean = this.#isDriver): void {
    const { size } = this.#terminal;
    if (!isDriver || !size) return;
    // The host refuses when another client has just become the driver. That driver's size is then the right one.
    this.#client.request("session/resize", { id: this.#id, size }).catch(() => {});
  }

  /** Releases the lease: a client that leaves must not keep the keyboard. */
  async #handBack(): Promise<void> {
    if (this.#client.isClosed) return;
    await this.#client.request("lease/release", { id: this.#id }).catch(() => {});
  }
}
