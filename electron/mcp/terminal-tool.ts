/** The `terminal` tool: terminalcp's actions, plus waiting. It uses the host's protocol like any other client. */
import type { Client } from "../../shared/client.ts";
import { HostError } from "../../shared/errors.ts";
import { VERSION } from "../../shared/version.ts";
import { ControlActions, type ToolCall, type ToolContext } from "./control-actions.ts";
import { HELP } from "./tool-help.ts";
import { ReadActions } from "./read-actions.ts";
import { ToolArguments } from "./tool-arguments.ts";
import { ignoredArguments } from "./ignored-arguments.ts";
import { ACTIONS } from "./tool-definition.ts";

export class TerminalTool implements Disposable {
  readonly #client: Client;
  readonly #controlActions: ControlActions;
  readonly #readActions: ReadActions;

  constructor(client: Client, context: ToolContext) {
    this.#client = client;
    this.#controlActions = new ControlActions(client, context);
    this.#readActions = new ReadActions(client);
  }

  /** Runs one action. Throws `HostError` with a message for the model. */
  async call(values: Readonly<Record<string, unknown>>, call: ToolCall): Promise<string> {
    const args = new ToolArguments(values);
    const note = ignoredArguments(args.action, args.names);
    const text = await Promise.resolve()
      .then(() => this.#act(args, call))
      .catch((error: unknown) => {
        throw inAgentsWords(error, args.action);
      });
    return note === undefined ? text : `${text}\n${note}`;
  }

  #act(args: ToolArguments, call: ToolCall): Promise<string> | string {
    switch (args.action) {
      case "start":
        return this.#controlActions.start(args, call);
      case "stdin":
        return this.#controlActions.stdin(args, call);
      case "run":
        return this.#controlActions.run(args, call);
      case "wait":
        return this.#controlActions.wait(args, call);
      case "stdout":
        return this.#readActions.stdout(args);
      case "stream":
        return this.#readActions.stream(args);
      case "search":
        return this.#readActions.search(args, call.signal);
      case "list":
        return this.#readActions.list();
      case "notify":
        return this.#controlActions.notify(args);
      case "stop":
        return this.#controlActions.stop(args);
      case "send_secret":
        return this.#controlActions.sendSecret(args, call);
      case "resize":
        return this.#controlActions.resize(args);
      case "term-size":
        return this.#termSize(args);
      case "help":
        return HELP;
      case "version":
        return VERSION;
      case "kill-server":
        throw new HostError(
          "bad-request",
          "kill-server would end every agent's sessions, so an agent may not use it. To end your own, use stop without an id. " +
            "A person ends the host with `cotty kill-server` in a shell of their own, or with Quit in the app",
        );
      default:
        throw new HostError("bad-request", `Unknown action: ${args.action || "(none)"}. Actions: ${ACTIONS.join(", ")}`);
    }
  }

  [Symbol.dispose](): void {
    this.#controlActions[Symbol.dispose]();
  }

  async #termSize(args: ToolArguments): Promise<string> {
    const id = args.required("id", '{"action":"term-size","id":"py"}');
    const { size, bufferRows } = await this.#client.request("session/screen", { id, lines: 1 });
    return `${size.rows} ${size.cols} ${bufferRows}`;
  }
}

/** A refusal names the method of the protocol, of which an agent knows nothing. */
function inAgentsWords(error: unknown, action: string): unknown {
  if (!(error instanceof HostError)) return error;
  return new HostError(error.code, error.message.replace(/^[\w-]+\/[\w-]+(?= needs tier )/, action));
}
