/**
 * Draws live terminals with the graphics processor, where there is one. xterm's
 * own renderer, which makes elements of the page, is what remains: where WebGL
 * is computed by the main processor it takes ten times as much time as that.
 */
import { WebglAddon } from "@xterm/addon-webgl";
import type { Terminal } from "@xterm/xterm";
import { DisposableStore, toDisposable } from "../../shared/lifecycle.ts";

/** Renderers that compute on the main processor, as WebGL names them. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i;
/** A page that loses its contexts again and again is better off without them. */
const MAX_LOSSES = 3;

let isHardware: boolean | undefined;
let losses = 0;

/** Whether a renderer of this name is hardware. One that does not tell its name may be anything. */
export function isHardwareRenderer(name: string): boolean {
  return name !== "" && !SOFTWARE.test(name);
}

/**
 * Draws an open terminal with WebGL until the result is disposed of, if the
 * machine has the hardware. When the context is lost, xterm's own renderer goes
 * on: what is shown comes from the terminal's buffer, and no line is lost.
 */
export function drawWithGraphics(terminal: Terminal): Disposable {
  const store = new DisposableStore();
  isHardware ??= findHardware();
  if (!isHardware || losses >= MAX_LOSSES) return store;
  try {
    const addon = new WebglAddon();
    terminal.loadAddon(addon);
    const canvas = canvasOf(terminal);
    store.add(toDisposable(() => release(canvas)));
    store.add(toDisposable(() => addon.dispose()));
    const handleLoss = (): void => {
      losses++;
      store[Symbol.dispose]();
    };
    // Not the addon's own event: that waits for three seconds, in which nothing would show.
    canvas?.addEventListener("webglcontextlost", handleLoss, { once: true });
    store.add(toDisposable(() => canvas?.removeEventListener("webglcontextlost", handleLoss)));
  } catch {
    // Without WebGL 2, or with all contexts taken, the page's elements it is.
    store[Symbol.dispose]();
  }
  return store;
}

function findHardware(): boolean {
  const canvas = document.createElement("canvas");
  const gl = canvas.getContext("webgl2");
  const info = gl?.getExtension("WEBGL_debug_renderer_info");
  const name: unknown = info && gl?.getParameter(info.UNMASKED_RENDERER_WEBGL);
  release(canvas);
  return typeof name === "string" && isHardwareRenderer(name);
}

function canvasOf({ element }: Terminal): HTMLCanvasElement | undefined {
  return [...(element?.querySelectorAll("canvas") ?? [])].find((canvas) => canvas.getContext("webgl2"));
}

/** The addon leaves its context to the collector of garbage, and a page has sixteen. */
function release(canvas: HTMLCanvasElement | undefined): void {
  canvas?.getContext("webgl2")?.getExtension("WEBGL_lose_context")?.loseContext();
}
