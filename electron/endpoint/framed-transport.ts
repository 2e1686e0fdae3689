/** What all transports over a local socket have in common: messages are lines of JSON, and a peer that sends anything else is told. */
import { type Frame, FrameDecoder, frameErrorNumber, parseFrame } from "../../shared/framing.ts";
import { EndingTransport, type Message, type Transport } from "../../shared/transport.ts";

/** A peer that sends garbage and leaves this many bytes of our error messages unread is disconnected. */
const MAX_UNREAD_ERRORS_BYTES = 256 * 1024;

/** Why a connection ended that this side did not close, if the system says no more. */
export const CLOSED_BY_OTHER = "the other side closed the connection";

export abstract class FramedTransport extends EndingTransport implements Transport {
  readonly #decoder: FrameDecoder<Frame>;

  constructor(maxFrameBytes: number) {
    super();
    this.#decoder = new FrameDecoder(maxFrameBytes, parseFrame);
  }

  /** Bytes that the operating system has not accepted yet. */
  abstract readonly bufferedAmount: number;
  abstract send(message: Message): void;

  /**
   * Closes this side, but goes on reading and discards the input: closing a socket
   * with unread input would discard the messages that we have just sent.
   */
  protected abstract linger(): void;

  close(): void {
    if (this.isClosed) return;
    this.linger();
    this.end("closed by this side");
  }

  /** Takes what the other side has sent. */
  protected receive(chunk: Uint8Array): void {
    if (this.isClosed) return;
    for (const frame of this.#decoder.push(chunk)) {
      this.#handleFrame(frame);
      if (this.isClosed) return;
    }
  }

  #handleFrame(frame: Frame): void {
    if ("message" in frame) {
      this.message.fire(frame.message);
      return;
    }
    const { kind, message } = frame.error;
    this.send({ jsonrpc: "2.0", id: null, error: { code: frameErrorNumber(frame.error), message } });
    if (kind === "garbage" && this.bufferedAmount <= MAX_UNREAD_ERRORS_BYTES) return;
    this.linger();
    this.end(message);
  }
}
