/**
 * Keeps agents from programs that read hidden input: they type nothing there, and
 * learn nothing of what is typed. A person types the secret, in the session or
 * in answer to a request.
 */
import { mustAskForSecrets } from "../../../shared/client-kind.ts";
import { HostError } from "../../../shared/errors.ts";
import { keyToText } from "../../../shared/keys.ts";
import type { ClientInfo, InputPart, SecretEnd, SessionInfo } from "../../../shared/protocol.ts";
import { HiddenInput } from "../../prompt/prompt-detector.ts";
import type { KnownAttention } from "../shown-attention.ts";
import type { Session } from "../../sessions/session.ts";
import { type SecretAsking, SecretRequest } from "./secret-request.ts";

/** How long a request waits for the program to come to its prompt. */
const PROMPT_WITHIN_MS = 10_000;
const LOOK_EVERY_MS = 100;
/** Of an agent's name, in a reason for people: with the purpose it stays below the 256 characters that a reason may have. */
const MAX_NAME = 40;
/** Keys that give up what is asked for, or the program. They tell it nothing. */
const GIVES_UP = /^[\x03\x04\x1a\x1c]+$/;
const MODES = { applicationCursor: false, applicationKeypad: false } as const;

export class HiddenGate implements Disposable {
  readonly #session: Session;
  readonly #input: HiddenInput;
  readonly #request: SecretRequest;
  readonly #checkStandstill: (client: ClientInfo) => void;
  /** A person has typed since the input is hidden. */
  #isTyped = false;

  /** `onChanged`: `info` is another. `checkStandstill` throws where the client may not type because the program or all agents stand still. */
  constructor(
    session: Session,
    { onChanged, checkStandstill }: { onChanged: () => void; checkStandstill: (client: ClientInfo) => void },
  ) {
    this.#checkStandstill = checkStandstill;
    this.#session = session;
    this.#input = new HiddenInput(session);
    this.#request = new SecretRequest(onChanged);
    this.#input.onChanged(() => {
      const isHidden = this.#input.sinceMs !== undefined;
      session.isInputHidden = isHidden;
      // Whoever has answered, in the session or in answer to the request: nothing is asked for any more.
      if (!isHidden) this.#request.settle(this.#isTyped ? "typed" : "gone");
      this.#isTyped = false;
      onChanged();
    });
  }

  /** What clients are told: since when input is hidden, and what an agent asks for. Undefined while it shows. */
  get info(): SessionInfo["hiddenInput"] {
    const sinceMs = this.#input.sinceMs;
    const { asked } = this.#request;
    return sinceMs === undefined ? undefined : { sinceMs, ...(asked && { asked }) };
  }

  /** As far as is known now; undefined where it is not. */
  get isKnownHidden(): true | undefined {
    return this.#input.sinceMs === undefined ? undefined : true;
  }

  /** What the session needs from a person while an agent asks for a secret, and since when. */
  get known(): KnownAttention | undefined {
    const asked = this.info?.asked;
    if (!asked) return undefined;
    const reason = `${asked.by.slice(0, MAX_NAME)} asks for: ${asked.purpose}`;
    return { attention: { state: "waiting", reason }, nameless: "asks for a secret", sinceMs: asked.sinceMs };
  }

  /** Whether the program reads hidden input now. */
  isHidden(): Promise<boolean> {
    return this.#input.glance();
  }

  /** Asks the terminal whether the program reads hidden input, so that `checkKnown` has its answer. */
  async look(): Promise<void> {
    await this.#input.look();
  }

  /** Before `client` types, and as of the last look, which the caller has just awaited. Throws `input-hidden` for an agent, except for keys that give up what is asked for. */
  checkKnown(client: ClientInfo, input: readonly InputPart[]): void {
    if (!mustAskForSecrets(client) || !this.isKnownHidden || input.every(isGivingUp)) return;
    throw new HostError(
      "input-hidden",
      "The program reads hidden input, such as a password, so nothing was typed. Only a person may type it: " +
        'send_secret with "data" (cotty secret --ask) asks them and never shows it to you. C-c gives it up',
    );
  }

  /** `client` types now. What it types is hidden even where that turns out only afterwards. */
  noteTyping(client: ClientInfo): void {
    if (!mustAskForSecrets(client)) this.#isTyped = true;
    if (this.#input.sinceMs === undefined && !this.#input.isSettled) void this.#hideIfHidden(Date.now());
    this.#input.noteTyped();
  }

  /**
   * Asks people for a secret, and resolves with what has become of that. Rejects with `no-secret` when the program
   * does not come to hidden input, and with `session-frozen` or `agents-halted` when the client may not type any more.
   */
  async ask(asking: SecretAsking): Promise<SecretEnd> {
    const deadline = performance.now() + Math.min(PROMPT_WITHIN_MS, asking.timeoutMs);
    while (!(await this.#input.look())) {
      this.#session.checkRunning();
      this.#checkStandstill(asking.by);
      if (performance.now() > deadline || asking.signal.aborted) throw noSecret("Nobody was asked");
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
    this.#checkStandstill(asking.by);
    return this.#request.ask(asking);
  }

  /** Automation may not type any more: what it asks for is rejected with this error. */
  stopAutomation(error: HostError): void {
    this.#request.stopAutomation(error);
  }

  /** Types the secret and Enter. Rejects with `no-secret` where it would show, and with what `check` throws; then nothing was typed. */
  async send(client: ClientInfo, secret: string, check: () => void): Promise<void> {
    this.#session.checkRunning();
    if (!(await this.#input.look())) throw noSecret("Nothing was typed");
    // While the terminal was asked, somebody may have closed the session to all.
    check();
    const written = this.#session.writeSecret(client, secret);
    this.#input.noteTyped();
    await written;
    this.#request.settle("sent");
  }

  /** Says to the agent that it gets no secret. Throws `no-secret` when none asks. */
  decline(): void {
    if (!this.#request.asked) throw new HostError("no-secret", "No agent asks for a secret here");
    this.#request.settle("declined");
  }

  [Symbol.dispose](): void {
    this.#request.settle("gone");
    this.#input[Symbol.dispose]();
  }

  async #hideIfHidden(atMs: number): Promise<void> {
    if (await this.#input.glance()) this.#session.hideInputSince(atMs);
  }
}

function isGivingUp(part: InputPart): boolean {
  if ("key" in part) return GIVES_UP.test(keyToText(part.key, MODES));
  return "text" in part && GIVES_UP.test(part.text);
}

function noSecret(consequence: string): HostError {
  return new HostError("no-secret", `The program reads no hidden input now. ${consequence}: what is typed would show`);
}
