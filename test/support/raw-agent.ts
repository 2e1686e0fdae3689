import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { commandScript } from "./built.ts";
import type { Home } from "./home.ts";

type Answer = {
  id: number;
  result?: { content?: { text: string }[]; serverInfo?: object };
  error?: { code: number; message: string };
};

/** An agent that speaks to `cotty mcp` by hand, line by line. */
export class RawAgent {
  readonly child: ChildProcessWithoutNullStreams;
  readonly lines: string[] = [];
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #nextId = 1;
  stderr = "";

  constructor(home: Home) {
    this.child = spawn(process.execPath, [commandScript, "mcp"], { env: home.env, cwd: home.root });
    this.child.stderr.on("data", (chunk: Buffer) => (this.stderr += chunk.toString()));
    createInterface(this.child.stdout).on("line", (line) => {
      this.lines.push(line);
      const answer = JSON.parse(line) as Answer;
      this.#waiting.get(answer.id)?.(answer);
    });
  }

  send(message: object): void {
    this.child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  }

  request(method: string, params: object): Promise<Answer> {
    const id = this.#nextId++;
    const answer = new Promise<Answer>((resolve) => this.#waiting.set(id, resolve));
    this.send({ id, method, params });
    return answer;
  }

  async begin(): Promise<Answer> {
    const answer = await this.request("initialize", {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name: "raw-agent", version: "1" },
    });
    this.send({ method: "notifications/initialized" });
    return answer;
  }

  async call(args: object): Promise<string> {
    const { result, error } = await this.request("tools/call", { name: "terminal", arguments: args });
    return result?.content?.map(({ text }) => text).join("") ?? `ERROR ${error?.code} ${error?.message}`;
  }

  /** Ends its stdin; resolves with the relay's exit code. */
  async end(): Promise<number | null> {
    this.child.stdin.end();
    const [code] = (await once(this.child, "close")) as [number | null];
    return code;
  }
}
