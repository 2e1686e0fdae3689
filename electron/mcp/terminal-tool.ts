/** The `terminal` tool: terminalcp's actions, with waiting, over the host's protocol like any other client. */
import type { Client } from "../../shared/client.ts";
import { HostError } from "../../shared/errors.ts";
import { VERSION } from "../../shared/version.ts";
import { InputActions, type ToolCall, type ToolContext } from "./input-actions.ts";
import { HELP } from "./tool-help.ts";
import { ReadActions } from "./read-actions.ts";
import { ToolArguments } from "./tool-arguments.ts";
import { ACTIONS } from "./tool-definition.ts";

export class TerminalTool implements Disposable {
  readonly #client: Client;
  readonly #driving: InputActions;
  readonly #reading: ReadActions;

  constructor(client: Client, context: ToolContext) {
    this.#client = client;
    this.#driving = new InputActions(client, context);
    this.#reading = new ReadActions(client);
  }

  /** Runs one action. Throws `HostError` with a text for the model. */
  async call(given: Readonly<Record<string, unknown>>, call: ToolCall): Promise<string> {
    const args = new ToolArguments(given);
    switch (args.action) {
      case "start":
        return this.#driving.start(args, call);
      case "stdin":
        return this.#driving.stdin(args, call);
      case "wait":
        return this.#driving.wait(args, call);
      case "stdout":
        return this.#reading.stdout(args);
      case "stream":
        return this.#reading.stream(args);
      case "search":
        return this.#reading.search(args, call.signal);
      case "list":
        return this.#reading.list();
      case "stop":
        return this.#driving.stop(args);
      case "resize":
        return this.#driving.resize(args);
      case "term-size":
        return this.#termSize(args);
      case "help":
        return HELP;
      case "version":
        return VERSION;
      case "kill-server":
        throw new HostError(
          "bad-request",
          "Only a person ends the host (`cotty kill-server` in a shell). To end your programs, use stop",
        );
      default:
        throw new HostError("bad-request", `Unknown action: ${args.action || "(none)"}. Actions: ${ACTIONS.join(", ")}`);
    }
  }

  [Symbol.dispose](): void {
    this.#driving[Symbol.dispose]();
  }

  async #termSize(args: ToolArguments): Promise<string> {
    const id = args.required("id", '{"action":"term-size","id":"py"}');
    const { size, bufferRows } = await this.#client.request("session/screen", { id, lines: 1 });
    return `${size.rows} ${size.cols} ${bufferRows}`;
  }
}
