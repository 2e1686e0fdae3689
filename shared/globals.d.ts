/**
 * The globals that Node, browsers and workers have in common. They are declared
 * here, so that this folder compiles without the types of Node or the DOM.
 */
export {};

declare global {
  function queueMicrotask(callback: () => void): void;

  class TextEncoder {
    encode(text: string): Uint8Array;
  }
  class TextDecoder {
    constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
    decode(input?: Uint8Array, options?: { stream?: boolean }): string;
  }

  interface AbortSignal {
    readonly aborted: boolean;
    addEventListener(type: "abort", listener: () => void): void;
  }

  class URL {
    static canParse(url: string): boolean;
    constructor(url: string);
    readonly protocol: string;
    readonly host: string;
    readonly href: string;
    readonly username: string;
    readonly password: string;
  }
}
