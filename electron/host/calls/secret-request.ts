/**
 * An agent's request that a person types a secret, such as a password, into a
 * session. One session has at most one. The agent never sees the secret: it hears
 * only what has become of its request.
 */
import { hasPersonBehind } from "../../../shared/client-kind.ts";
import { HostError } from "../../../shared/errors.ts";
import type { ClientInfo, SecretEnd, SessionInfo } from "../../../shared/protocol.ts";

/** What people see of a request. */
export type AskedSecret = NonNullable<NonNullable<SessionInfo["hiddenInput"]>["asked"]>;

export type SecretAsking = {
  readonly by: ClientInfo;
  /** What the secret is for, in the agent's words. */
  readonly purpose: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
};

type Pending = {
  readonly asked: AskedSecret;
  readonly by: ClientInfo;
  readonly settle: (end: SecretEnd) => void;
  readonly fail: (error: HostError) => void;
};

export class SecretRequest {
  readonly #onChanged: () => void;
  #pending: Pending | undefined;

  constructor(onChanged: () => void) {
    this.#onChanged = onChanged;
  }

  /** What is asked for now; undefined while nothing is. */
  get asked(): AskedSecret | undefined {
    return this.#pending?.asked;
  }

  /** Asks, and resolves with what has become of it. Rejects with `too-many-requests` while another request is open, and as `stopAutomation` says. */
  async ask({ by, purpose, timeoutMs, signal }: SecretAsking): Promise<SecretEnd> {
    if (this.#pending) {
      const { by: other, purpose: open } = this.#pending.asked;
      throw new HostError(
        "too-many-requests",
        `${other} has asked for a secret here already (${open}). Wait until it is answered`,
      );
    }
    let resolve: (end: SecretEnd) => void = () => {};
    let reject: (error: HostError) => void = () => {};
    const promise = new Promise<SecretEnd>((settle, fail) => ([resolve, reject] = [settle, fail]));
    const asked = { by: by.name, purpose: visible(purpose), sinceMs: Date.now() };
    this.#pending = { asked, by, settle: resolve, fail: reject };
    this.#onChanged();
    const timer = setTimeout(() => resolve("timeout"), timeoutMs);
    const cancel = (): void => resolve("cancelled");
    signal.addEventListener("abort", cancel, { once: true });
    if (signal.aborted) cancel();
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", cancel);
      this.#pending = undefined;
      this.#onChanged();
    }
  }

  /** Automation may not type any more, so its request is rejected with this error. */
  stopAutomation(error: HostError): void {
    if (this.#pending && !hasPersonBehind(this.#pending.by)) this.#pending.fail(error);
  }

  /** The request has ended. Does nothing when there is none. */
  settle(end: SecretEnd): void {
    this.#pending?.settle(end);
  }
}

/** An agent chooses the words, so they must not reverse or hide text. */
function visible(text: string): string {
  return text.replace(/\p{C}/gu, " ").trim();
}
