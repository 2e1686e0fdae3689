/**
 * Makes a session's output safe to show in somebody's own terminal: sequences
 * that make a terminal answer, or act outside the screen, are taken out; what
 * would wipe its scrollback (a full reset, ED 3) is made milder.
 *
 * The host's screen answers the program's questions. If the viewer's terminal
 * answered too, its answers would arrive as keystrokes of the viewer: typed
 * into the program, and taking the input lease from the agent at that.
 * Sequences: XTerm Control Sequences, kitty's protocols.
 */
import { controlsIn, CSI, ESC, parseSequence, type Sequence, SEQUENCE_SOURCE, ST } from "../../shared/escape-grammar.ts";
import { SequenceBoundary } from "../../shared/sequence-boundary.ts";
import { RESET_MODES } from "./terminal-reset.ts";

const SEQUENCES = new RegExp(SEQUENCE_SOURCE, "g");
/** Controls that make a terminal say what it is: ENQ, and the C1 form of DECID. */
const ENQUIRIES = /[\x05\x9a]/g;

/** Modes that make a terminal report something at once: color scheme, in-band size. */
const REPORTING_MODES = new Set(["2031", "2048"]);
const ALTERNATE_SCREEN = new Set(["47", "1047", "1049"]);
/** Titles, working directory, hyperlinks, prompt marks. */
const HARMLESS_OSC = new Set(["0", "1", "2", "7", "8", "133"]);
/** The forms of a color that the host's screen and the window understand. In another form it would hide text from this terminal only. */
const COLOR = `(?:#(?:[\\da-f]{3}){1,4}|${[1, 2, 3, 4].map((digits) => `rgb:[\\da-f]{${digits}}(?:/[\\da-f]{${digits}}){2}`).join("|")})`;
const PALETTE_INDEX = "(?:\\d{1,2}|1\\d\\d|2[0-4]\\d|25[0-5])";
/** Colors of the palette, of text, background and cursor may be set, but not asked for. */
const SETS_COLORS = new RegExp(`^(?:4(?:;${PALETTE_INDEX};${COLOR})+|1[0-2](?:;${COLOR})+)$`, "i");
const RESTORES_COLORS = /^(?:104(?:;\d+)*|11[0-2])$/;

export class QueryFilter {
  readonly #boundary = new SequenceBoundary();
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

  /** What may be written of `text`. A sequence that is not complete yet waits for the next call; a very long one is dropped to its end. */
  push(text: string): string {
    const wasDropping = this.#boundary.isDropping;
    const whole = this.#boundary.take(text);
    // What was dropped ends with it.
    const rest = wasDropping && whole.startsWith(ST) ? whole.slice(ST.length) : whole;
    return rest.replace(SEQUENCES, (sequence) => this.#judge(sequence)).replace(ENQUIRIES, "");
  }

  /** What may pass of one sequence. What is broken off, or in disorder, may not: terminals differ in what they make of it. */
  #judge(text: string): string {
    const sequence = parseSequence(text);
    switch (sequence?.kind) {
      case "csi":
        return controlsIn(text) + this.#judgeCsi(sequence);
      case "escape":
        return controlsIn(text) + this.#judgeEscape(sequence);
      case "osc":
        return this.#mayPassOsc(sequence.body) ? `${ESC}]${withoutControls(sequence.body)}${ST}` : "";
      case "dcs":
        // Pictures (sixel). In one spelling, like an OSC, that all terminals understand alike.
        return /^[\d;]*q/.test(sequence.body) ? `${ESC}P${withoutControls(sequence.body)}${ST}` : "";
      case undefined:
        return "";
    }
  }

  #judgeEscape({ intermediates, final }: Sequence & { kind: "escape" }): string {
    // DECID asks what DA1 asks.
    if (intermediates + final === "Z") return "";
    if (intermediates + final !== "c") return `${ESC}${intermediates}${final}`;
    const leave = this.#isAlternate ? `${CSI}?1049l` : "";
    this.#isAlternate = false;
    return `${leave}${RESET_MODES}${CSI}H${CSI}2J`;
  }

  #judgeCsi(sequence: Csi): string {
    const { prefix, parameters, intermediates, final } = sequence;
    if (asksForAnswer(sequence)) return "";
    const whole = `${CSI}${prefix}${parameters}${intermediates}${final}`;
    // Erases the scrollback, which was the person's before it was the program's.
    if (intermediates + final === "J" && parameters.startsWith("3")) return "";
    if (prefix !== "?" || intermediates !== "" || (final !== "h" && final !== "l")) return whole;
    const modes = parameters.split(";");
    if (modes.some((mode) => ALTERNATE_SCREEN.has(mode))) this.#isAlternate = final === "h";
    const kept = modes.filter((mode) => !REPORTING_MODES.has(mode));
    if (kept.length === modes.length) return whole;
    return kept.length === 0 ? "" : `${CSI}?${kept.join(";")}${final}`;
  }

  #mayPassOsc(body: string): boolean {
    const [number = ""] = body.split(";", 1);
    if (HARMLESS_OSC.has(number)) return true;
    // What the program has not set is the person's own, perhaps set by another program.
    if (RESTORES_COLORS.test(body)) return this.#hasSetColors;
    if (!SETS_COLORS.test(body)) return false;
    this.#hasSetColors = true;
    return true;
  }
}

function withoutControls(text: string): string {
  return text.replace(/[\x00-\x1f\x7f-\x9f]/g, "");
}

type Csi = Sequence & { kind: "csi" };

function asksForAnswer({ prefix, parameters, intermediates, final }: Csi): boolean {
  switch (intermediates + final) {
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
