/**
 * What every runtime we run on (Node, browser, worker) has. Declared here, so
 * that this folder can be compiled without Node's or the DOM's types.
 */
export {};

declare global {
  function queueMicrotask(callback: () => void): void;

  class TextDecoder {
    constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
    decode(input?: Uint8Array, options?: { stream?: boolean }): string;
  }

  interface AbortSignal {
    readonly aborted: boolean;
    addEventListener(type: "abort", listener: () => void): void;
  }
}
