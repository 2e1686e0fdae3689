/**
 * The panic stop: one action takes from every agent the right to type and to start
 * programs, until a person undoes it. The sessions run on, and agents can read.
 * A person's own typing is not touched, nor are commands that a person types.
 */
import { hasPersonBehind, personName } from "../../../shared/client-kind.ts";
import { Emitter } from "../../../shared/emitter.ts";
import { HostError } from "../../../shared/errors.ts";
import type { ClientInfo, HaltInfo } from "../../../shared/protocol.ts";
import type { RuledMethod } from "./method-rules.ts";

/** What a halted agent may not do. */
const REFUSED: ReadonlySet<RuledMethod> = new Set<RuledMethod>([
  "session/create",
  "session/restart",
  "session/write",
  "session/steps",
  "session/run",
  "secret/ask",
]);

/** Whether a halt stops this client: every agent, and every program that types on its own. */
function isHaltable(client: Pick<ClientInfo, "kind" | "name">): boolean {
  return !hasPersonBehind(client);
}

export class Halt {
  readonly #onChanged = new Emitter<HaltInfo | undefined>();
  readonly onChanged = this.#onChanged.event;
  #info: HaltInfo | undefined;
  /** A person has halted the agents, and so only a person lets them type again. */
  #isByPerson = false;

  /** Who has halted the agents, and when; undefined while they may type. */
  get info(): HaltInfo | undefined {
    return this.#info;
  }

  /** Halts the agents, or lets them type again. Throws `agents-halted` for automation that would undo a person's halt. */
  set(by: ClientInfo, on: boolean): void {
    if (!on && this.#info && this.#isByPerson && isHaltable(by)) throw this.error("They stay halted");
    this.#isByPerson = on && (this.#isByPerson || !isHaltable(by));
    if (on === (this.#info !== undefined)) return;
    this.#info = on ? { by: by.name, sinceMs: Date.now() } : undefined;
    this.#onChanged.fire(this.#info);
  }

  /** Throws `agents-halted` if the client may not do this now. */
  check(client: ClientInfo, method: RuledMethod = "session/write"): void {
    if (this.#info && REFUSED.has(method) && isHaltable(client)) throw this.error();
  }

  /** What a halted client is told, and what therefore did not happen. */
  error(refused = "Nothing was typed or started"): HostError {
    // Names stay as they are.
    const who = personName({ name: this.#info?.by ?? "a person" }).replace(/^a person$/, "A person");
    return new HostError(
      "agents-halted",
      `${who} has halted all agents. ${refused}. You can still read. ` +
        "Only a person lets you go on: in the window, or with cotty halt --undo",
    );
  }
}
