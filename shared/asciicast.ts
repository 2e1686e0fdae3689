/**
 * Reads and writes asciicast v3, and writes v2 for older players. Each line is JSON.
 * Source: docs.asciinema.org/manual/asciicast/v3 and /v2.
 */
import { isRecord } from "./json.ts";
import type { ExitStatus, Size } from "./protocol.ts";

/** The five kinds of event in a recording. */
export type CastEvent =
  | { readonly kind: "output"; readonly text: string }
  | { readonly kind: "input"; readonly text: string }
  | { readonly kind: "marker"; readonly label: string }
  | { readonly kind: "resize"; readonly size: Size }
  | { readonly kind: "exit"; readonly status: ExitStatus };

/** No terminal is larger. A screen of the size that a file names must not take all memory. */
const MAX_DIMENSION = 1000;

export type CastHeader = { readonly size: Size; readonly startedAtMs: number };

/** The first line of a v3 recording. Leaves out the command, the folder and the environment, which may contain secrets. */
export function encodeHeader({ size, startedAtMs }: CastHeader): string {
  const term = { cols: size.cols, rows: size.rows, type: "xterm-256color" };
  return `${JSON.stringify({ version: 3, term, timestamp: Math.floor(startedAtMs / 1000) })}\n`;
}

/** The line of one event. `intervalMs` is the time since the previous event. */
export function encodeEvent(intervalMs: number, event: CastEvent): string {
  const [code, data] = fields(event);
  return `[${(Math.max(0, intervalMs) / 1000).toFixed(3)},"${code}",${JSON.stringify(data)}]\n`;
}

function fields(event: CastEvent): [code: string, data: string] {
  switch (event.kind) {
    case "output":
      return ["o", event.text];
    case "input":
      return ["i", event.text];
    case "marker":
      return ["m", event.label];
    case "resize":
      return ["r", `${event.size.cols}x${event.size.rows}`];
    case "exit":
      return ["x", String(event.status.code)];
  }
}

/** The label of the marker for a change of the driver. Players show markers as chapters. */
export function driverLabel(client: { readonly name: string; readonly kind: string }): string {
  return `driver: ${client.name} (${client.kind})`;
}

/** Who drives from here on, by the label of a marker. Undefined for any other marker. */
export function driverIn(label: string): { readonly name: string; readonly kind: string } | undefined {
  const [, name, kind] = /^driver: (.*) \((\w+)\)$/su.exec(label) ?? [];
  return name !== undefined && kind !== undefined ? { name, kind } : undefined;
}

export type CastLine = { readonly intervalMs: number; readonly event: CastEvent };

/** Reads the first line of a v3 recording. Undefined for anything else. */
export function parseHeader(line: string): CastHeader | undefined {
  const value = parseJson(line);
  if (!isRecord(value) || value["version"] !== 3 || !isRecord(value["term"])) return undefined;
  const { cols, rows } = value["term"];
  if (!isDimension(cols) || !isDimension(rows)) return undefined;
  const timestamp = value["timestamp"];
  return { size: { cols, rows }, startedAtMs: typeof timestamp === "number" ? timestamp * 1000 : 0 };
}

/** Reads the line of one event. Undefined for an unknown code, a comment or a torn line, which readers skip. */
export function parseEvent(line: string): CastLine | undefined {
  const value = parseJson(line);
  if (!Array.isArray(value)) return undefined;
  const [interval, code, data] = value as unknown[];
  if (typeof interval !== "number" || !(interval >= 0) || typeof code !== "string" || typeof data !== "string") return undefined;
  const event = eventOf(code, data);
  return event && { intervalMs: interval * 1000, event };
}

function eventOf(code: string, data: string): CastEvent | undefined {
  switch (code) {
    case "o":
      return { kind: "output", text: data };
    case "i":
      return { kind: "input", text: data };
    case "m":
      return { kind: "marker", label: data };
    case "r": {
      const [, cols, rows] = /^(\d{1,5})x(\d{1,5})$/.exec(data) ?? [];
      const size = { cols: Number(cols), rows: Number(rows) };
      return isDimension(size.cols) && isDimension(size.rows) ? { kind: "resize", size } : undefined;
    }
    case "x":
      return /^-?\d{1,6}$/.test(data) ? { kind: "exit", status: { code: Number(data) } } : undefined;
    default:
      return undefined;
  }
}

/** Converts the lines of a v3 recording to v2, which has absolute times and no exit event. Pass it every line in order. */
export class CastV2Writer {
  #atMs = 0;

  /** The v2 line for a v3 line. Empty when v2 has no such line. */
  convert(line: string): string {
    const header = parseHeader(line);
    if (header) {
      const { cols, rows } = header.size;
      return `${JSON.stringify({ version: 2, width: cols, height: rows, timestamp: header.startedAtMs / 1000 })}\n`;
    }
    const parsed = parseEvent(line);
    if (!parsed) return "";
    this.#atMs += parsed.intervalMs;
    if (parsed.event.kind === "exit") return "";
    const [code, data] = fields(parsed.event);
    return `[${(this.#atMs / 1000).toFixed(3)},"${code}",${JSON.stringify(data)}]\n`;
  }
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function isDimension(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value > 0 && value <= MAX_DIMENSION;
}
