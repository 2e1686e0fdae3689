/**
 * Makes a session's output safe to show in somebody's own terminal: sequences
 * that make a terminal answer, or act outside the screen, are taken out; what
 * would wipe its scrollback (a full reset, ED 3) is made milder.
 *
 * The host's screen answers the program's questions. If the viewer's terminal
 * answered too, its answers would arrive as keystrokes of the viewer: typed
 * into the program, and taking the input lease from the agent at that.
 * Grammar: ECMA-48; sequences: XTerm Control Sequences, kitty's protocols.
 */

import { RESET_MODES } from "./terminal-reset.ts";

/** A string sequence longer than this is dropped to its end: it cannot be judged in pieces. */
const MAX_HELD = 64 * 1024;
/** No real control sequence has so many parameters. */
const MAX_CSI = 256;

const INTRODUCER = /[\x1b\x9b\x9d\x90\x98\x9e\x9f]/;
const CSI = /^(?:\x1b\[|\x9b)([<=>?]?)([0-9:;]*)([ -/]*)([@-~])/;
/** Complete, but with its characters in an order that means nothing. */
const MALFORMED_CSI = /^(?:\x1b\[|\x9b)[ -?]*[@-~]/;
const CSI_START = /^(?:\x1b\[|\x9b)[ -?]*$/;
const STRING_START = /^(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])/;
const SHORT = /^\x1b[ -/]*[0-~]/;
const SHORT_START = /^\x1b[ -/]*$/;
/** What ends an OSC, and the other strings (which may contain BEL). CAN and SUB abort; so does an ESC that begins something else. */
const OSC_END = /\x1b|\x07|[\x9c\x18\x1a]/;
const STRING_END = /\x1b|[\x9c\x18\x1a]/;

/** Modes that make a terminal report something at once: color scheme, in-band size. */
const REPORTING_MODES = new Set(["2031", "2048"]);
const ALTERNATE_SCREEN = new Set(["47", "1047", "1049"]);
/** Titles, working directory, hyperlinks, prompt marks. */
const HARMLESS_OSC = new Set(["0", "1", "2", "7", "8", "133"]);
/** Colors may be set and set back, but not asked for. */
const COLOR_OSC = /^(?:4|5|1[0-9]|10[45]|11[0-9])$/;

export class QueryFilter {
  #held = "";
  #dropsString = false;
  #isAlternate = false;
  #hasSetColors = false;

  /** Whether what has passed so far has switched the terminal to its alternate screen. */
  get isAlternateScreen(): boolean {
    return this.#isAlternate;
  }

  /** Whether the terminal's colors are no longer its own. */
  get hasSetColors(): boolean {
    return this.#hasSetColors;
  }

  /** What may be written of `text`. A sequence that is not complete yet waits for the next call. */
  push(text: string): string {
    let rest = this.#held + text;
    this.#held = "";
    let out = "";
    while (rest.length > 0) {
      if (this.#dropsString) {
        rest = this.#dropOn(rest);
        continue;
      }
      const at = rest.search(INTRODUCER);
      if (at === -1) return out + withoutEnquiry(rest);
      out += withoutEnquiry(rest.slice(0, at));
      rest = rest.slice(at);
      const taken = this.#sequence(rest);
      if (!taken) {
        this.#hold(rest);
        return out;
      }
      out += taken.keep;
      rest = rest.slice(taken.length);
    }
    return out;
  }

  #hold(rest: string): void {
    if (rest.length <= MAX_HELD) this.#held = rest;
    else this.#dropsString = true;
  }

  #dropOn(rest: string): string {
    const end = stringEnd(rest, STRING_END);
    if (end) {
      this.#dropsString = false;
      return rest.slice(end.next);
    }
    if (rest.endsWith("\x1b")) this.#held = "\x1b";
    return "";
  }

  /** The sequence that `rest` begins with; undefined while its end has not come. */
  #sequence(rest: string): { length: number; keep: string } | undefined {
    const csi = CSI.exec(rest);
    if (csi) return { length: csi[0].length, keep: this.#judgeCsi(csi) };
    const malformed = MALFORMED_CSI.exec(rest);
    if (malformed) return { length: malformed[0].length, keep: "" };
    const string = STRING_START.exec(rest);
    if (string) return this.#judgeString(string[0], rest);
    if (CSI_START.test(rest) && rest.length <= MAX_CSI) return undefined;
    const short = SHORT.exec(rest);
    if (short && !rest.startsWith("\x1b[")) return { length: short[0].length, keep: this.#judgeShort(short[0]) };
    if (SHORT_START.test(rest) && rest.length <= MAX_CSI) return undefined;
    // Broken off by something that cannot belong to it: without its first character it is text.
    return { length: 1, keep: "" };
  }

  #judgeShort(sequence: string): string {
    // DECID asks what DA1 asks.
    if (sequence === "\x1bZ") return "";
    if (sequence !== "\x1bc") return sequence;
    const leave = this.#isAlternate ? "\x1b[?1049l" : "";
    this.#isAlternate = false;
    return `${leave}${RESET_MODES}\x1b[H\x1b[2J`;
  }

  #judgeCsi([whole, prefix = "", parameters = "", between = "", final = ""]: RegExpExecArray): string {
    if (asksForAnswer({ prefix, parameters, between, final })) return "";
    // Erases the scrollback, which was the person's before it was the program's.
    if (between + final === "J" && parameters.startsWith("3")) return "";
    if (prefix !== "?" || between !== "" || (final !== "h" && final !== "l")) return whole;
    const modes = parameters.split(";");
    if (modes.some((mode) => ALTERNATE_SCREEN.has(mode))) this.#isAlternate = final === "h";
    const kept = modes.filter((mode) => !REPORTING_MODES.has(mode));
    if (kept.length === modes.length) return whole;
    return kept.length === 0 ? "" : `\x1b[?${kept.join(";")}${final}`;
  }

  #judgeString(introducer: string, rest: string): { length: number; keep: string } | undefined {
    const isOsc = introducer === "\x1b]" || introducer === "\x9d";
    const isDcs = introducer === "\x1bP" || introducer === "\x90";
    const end = stringEnd(rest.slice(introducer.length), isOsc ? OSC_END : STRING_END);
    if (!end) return undefined;
    const body = rest.slice(introducer.length, introducer.length + end.index);
    const length = introducer.length + end.next;
    const isKept = !end.isAbort && ((isOsc && this.#mayPassOsc(body)) || (isDcs && /^[\d;]*q/.test(body)));
    // In one spelling that all terminals understand alike.
    return { length, keep: isKept ? `\x1b${isOsc ? "]" : "P"}${body.replace(/[\x00-\x1f\x7f-\x9f]/g, "")}\x1b\\` : "" };
  }

  #mayPassOsc(body: string): boolean {
    const [number = ""] = body.split(";", 1);
    if (HARMLESS_OSC.has(number)) return true;
    if (!COLOR_OSC.test(number) || body.includes("?")) return false;
    this.#hasSetColors = true;
    return true;
  }
}

/** Where a string ends and what follows begins; undefined while that has not come. */
function stringEnd(text: string, ends: RegExp): { index: number; next: number; isAbort: boolean } | undefined {
  const found = ends.exec(text);
  if (!found) return undefined;
  const { index } = found;
  if (found[0] !== "\x1b") return { index, next: index + 1, isAbort: found[0] === "\x18" || found[0] === "\x1a" };
  const following = text[index + 1];
  if (following === undefined) return undefined;
  return following === "\\" ? { index, next: index + 2, isAbort: false } : { index, next: index, isAbort: true };
}

function withoutEnquiry(text: string): string {
  return text.replaceAll("\x05", "");
}

type Csi = { readonly prefix: string; readonly parameters: string; readonly between: string; readonly final: string };

function asksForAnswer({ prefix, parameters, between, final }: Csi): boolean {
  switch (between + final) {
    case "c": // device attributes
    case "x": // terminal parameters
    case "$p": // mode, DECRQM
    case "$w": // presentation state
    case "$u": // terminal state
    case "&u": // user-preferred set
    case "*y": // checksum of the screen
    case "#|": // colors in use
    case "'|": // locator position
      return true;
    case "n": // status; with `>` it sets something
    case "q": // version, only with `>`
      return (prefix === ">") === (final === "q");
    case "u": // keyboard protocol
    case "S": // graphics
    case "m": // modified keys
      return prefix === "?";
    case "t": // window: reports and, worse, orders; only the stack of titles is harmless
      return prefix !== "" || !/^2[23](?:;|$)/.test(parameters);
    default:
      return false;
  }
}
