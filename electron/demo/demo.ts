/**
 * The demo: agents without a model work in a few sessions, so that a person sees what Cotty does before an agent is
 * connected. One session asks a question, and one fails. The agents are clients of the host like all others. Scripts
 * take the place of their models.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { Client } from "../../shared/client.ts";
import { HostError, messageOf } from "../../shared/errors.ts";
import { DemoFolder } from "./demo-folder.ts";
import { findScenes, type Scene } from "./scenes.ts";

/** The pause between two lines, long enough to read along. */
const READING_MS = 2_000;
/** The pause before a scene that repeats begins again. */
const AGAIN_MS = 5_000;

export type DemoOptions = {
  /** Connects an agent of this name to the host. */
  readonly connect: (name: string) => Client;
  /** The ids of the sessions that are there. */
  readonly sessions: () => readonly string[];
  /** Calls back when a session was removed. */
  readonly onClosed: (listener: () => void) => Disposable;
  readonly warn: (message: string) => void;
};

/** One showing of the demo: its agents work until `dispose`, or until its sessions have been removed. */
export class Demo implements Disposable {
  readonly #options: DemoOptions;
  readonly #end = new AbortController();
  readonly #agents = new Map<string, Client>();
  readonly #closed: Disposable;
  #folder: DemoFolder | undefined;
  #scenes: readonly Scene[] = [];

  constructor(options: DemoOptions) {
    this.#options = options;
    this.#closed = options.onClosed(() => this.#handleClosed());
  }

  get isOver(): boolean {
    return this.#end.signal.aborted;
  }

  /**
   * Starts the sessions, and lets the agents begin. Resolves with the ids of the sessions. Rejects with `start-failed`;
   * then nothing of the demo stays.
   */
  async begin(): Promise<string[]> {
    if (process.platform === "win32") {
      throw new HostError("start-failed", "The demo needs a POSIX shell, which Windows does not have. Run Cotty inside WSL");
    }
    const started: Scene[] = [];
    try {
      this.#folder = new DemoFolder();
      const scenes = withFreeIds(await findScenes(this.#folder.path, process.env["PATH"]), this.#options.sessions());
      for (const scene of scenes) {
        await this.#start(scene, this.#folder.path);
        started.push(scene);
      }
      this.#scenes = scenes;
    } catch (error) {
      await Promise.all(started.map((scene) => this.#stop(scene)));
      this[Symbol.dispose]();
      throw new HostError("start-failed", `The demo could not start: ${messageOf(error)}`);
    }
    for (const scene of this.#scenes) if (scene.typing) void this.#play(scene, scene.typing);
    return this.#scenes.map(({ id }) => id);
  }

  [Symbol.dispose](): void {
    if (this.isOver) return;
    this.#end.abort();
    this.#closed[Symbol.dispose]();
    for (const agent of this.#agents.values()) agent[Symbol.dispose]();
    this.#folder?.[Symbol.dispose]();
  }

  async #start({ id, agent, command, typing }: Scene, cwd: string): Promise<void> {
    const wait = typing && { wait: { pattern: typing.prompt } };
    await this.#agent(agent).request("session/create", { id, command, cwd, ...wait });
  }

  /** Never rejects. A session that cannot be stopped stays in the list, where a person can stop it. */
  async #stop({ id, agent }: Scene): Promise<void> {
    try {
      await this.#agent(agent).request("session/stop", { id });
    } catch (error) {
      if (this.#isThere({ id })) this.#options.warn(`${id} of the demo, which could not start, stays: ${messageOf(error)}`);
    }
  }

  #agent(name: string): Client {
    let agent = this.#agents.get(name);
    if (!agent) this.#agents.set(name, (agent = this.#options.connect(name)));
    return agent;
  }

  async #play(scene: Scene, typing: NonNullable<Scene["typing"]>): Promise<void> {
    const { signal } = this.#end;
    try {
      do {
        await this.#type(scene, typing);
        await pause(AGAIN_MS, undefined, { signal });
      } while (typing.repeats && this.#isThere(scene));
    } catch (error) {
      if (!signal.aborted) this.#options.warn(`The demo's ${scene.agent} has stopped: ${messageOf(error)}`);
    }
  }

  /** Types the lines one by one, each after the prompt has come back. Stops when a person has the keyboard, or the program has ended. */
  async #type({ id, agent }: Scene, { prompt, lines }: NonNullable<Scene["typing"]>): Promise<void> {
    for (const line of lines) {
      await pause(READING_MS, undefined, { signal: this.#end.signal });
      const input = [{ text: line }, { key: "Enter" }];
      try {
        await this.#agent(agent).request("session/write", { id, input, wait: { pattern: prompt } });
      } catch (error) {
        if (error instanceof HostError && error.code !== "disconnected") return;
        throw error;
      }
    }
  }

  #isThere({ id }: Pick<Scene, "id">): boolean {
    return this.#options.sessions().includes(id);
  }

  #handleClosed(): void {
    if (this.#scenes.length > 0 && !this.#scenes.some((scene) => this.#isThere(scene))) this[Symbol.dispose]();
  }
}

/** Renames all sessions alike if the id of one is in use. */
function withFreeIds(scenes: readonly Scene[], taken: readonly string[]): Scene[] {
  let suffix = "";
  for (let n = 2; scenes.some(({ id }) => taken.includes(id + suffix)); n++) suffix = `-${n}`;
  return scenes.map((scene) => ({ ...scene, id: scene.id + suffix }));
}
