import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Client } from "../../../shared/client.ts";
import type { AgentTrace } from "../agents/agent-adapter.ts";
import { SessionOutput } from "./session-output.ts";

/** What takes the place of a secret. */
const REMOVED = "[removed]";
/** A shorter value is no secret that could be told from other text. */
const MIN_SECRET = 6;

/** The recording of a run's terminal: asciicast v3. */
export const RECORDING_FILE = "agent.cast";

/** The recording of a run's terminal, with its player: one page that works offline. */
export const PLAYER_FILE = "agent.html";

/** Writes the files of a run, without the values of secrets. */
export class RunFiles {
  readonly #folder: string;
  readonly #secrets: readonly string[];

  constructor(folder: string, secrets: readonly string[]) {
    this.#folder = folder;
    this.#secrets = secrets.filter((secret) => secret.length >= MIN_SECRET);
    mkdirSync(folder, { recursive: true });
  }

  scrub(text: string): string {
    return this.#secrets.reduce((scrubbed, secret) => scrubbed.replaceAll(secret, () => REMOVED), text);
  }

  write(name: string, text: string): void {
    const path = join(this.#folder, name);
    mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(path, this.scrub(text));
  }

  /** Adds a line of JSON. */
  appendJson(name: string, value: unknown): void {
    appendFileSync(join(this.#folder, name), `${this.scrub(JSON.stringify(value))}\n`);
  }

  writeJson(name: string, value: unknown): void {
    this.write(name, `${JSON.stringify(value, undefined, 2)}\n`);
  }

  /** The agent's session: its recording, its screen with scrollback, and all it has printed, with and without escapes. */
  async writeSession(client: Client, session: string): Promise<void> {
    const { text } = await client.request("session/screen", { id: session });
    this.write("scrollbuffer.txt", `${text}\n`);
    this.write("stream-ansi.txt", await new SessionOutput(client, session).all());
    this.write("stream.txt", await new SessionOutput(client, session, { strip: true }).all());
    this.write(RECORDING_FILE, await exported(client, session, "cast"));
    this.write(PLAYER_FILE, await exported(client, session, "html"));
  }

  /** The recordings of what the tool under test has opened, if it is one that records. */
  copyRecordings(cottyHome: string): void {
    const folder = join(cottyHome, "recordings");
    if (!existsSync(folder)) return;
    for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
      if (name.endsWith(".cast")) this.write(join("tool", basename(name)), readFileSync(join(folder, name), "utf8"));
    }
  }

  /** The agent's own logs, as they are but for secrets. */
  copyNative(trace: AgentTrace): void {
    for (const path of trace.nativeFiles) {
      this.write(join("agent/native", basename(path)), readFileSync(path, "utf8"));
    }
  }
}

async function exported(client: Client, session: string, format: "cast" | "html"): Promise<string> {
  let text = "";
  let from: string | undefined;
  do {
    const piece = await client.request("session/export", { id: session, format, ...(from !== undefined && { from }) });
    text += piece.text;
    from = piece.next;
  } while (from !== undefined);
  return text;
}
