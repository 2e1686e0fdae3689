/** What we use of gifenc 1.0.3, which has no types of its own. */
declare module "gifenc" {
  export type Palette = readonly (readonly number[])[];
  export type FrameOptions = {
    /** The first frame carries the size, the palette of all, and how often to repeat (0: for ever). */
    readonly first?: boolean;
    readonly palette?: Palette;
    readonly repeat?: number;
    readonly transparent?: boolean;
    readonly transparentIndex?: number;
    /** Milliseconds; kept in hundredths of a second. */
    readonly delay?: number;
    /** 1: leave the picture in place for the next frame. */
    readonly dispose?: number;
  };
  export interface Encoder {
    writeHeader(): void;
    writeFrame(index: Uint8Array, width: number, height: number, options: FrameOptions): void;
    finish(): void;
    bytes(): Uint8Array;
    readonly stream: { reset(): void };
  }
  export function GIFEncoder(options: { auto: boolean }): Encoder;
}
