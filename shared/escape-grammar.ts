/**
 * The grammar of escape sequences: where one begins, what belongs to it, where
 * it ends. Everything that looks for sequences in output gets it from here.
 *
 * It stands here twice, and a property test holds the two together: as a state
 * machine, for whoever must say what is open at the end of a text, and as the
 * source of a regular expression, which is faster where the text is whole.
 *
 * The state machine is that of xterm.js, state by state (a VT500 parser after
 * Paul Williams' diagram, vt100.net/emu/dec_ansi_parser), so that we cut where
 * the screen does. Names: ECMA-48 and XTerm Control Sequences.
 *
 * - ESC and the C1 introducers begin a sequence, in another one as well.
 * - Other C0 controls and DEL inside a control sequence are no part of it: the
 *   terminal obeys them at once, or ignores them, and the sequence goes on.
 * - CAN, SUB, other C1 controls and, in most places, text that is not ASCII
 *   break a sequence off. They are no part of it either.
 */

/** Begin a sequence, a control sequence, and end a string, as programs write them. */
export const ESC = "\x1b";
export const CSI = `${ESC}[`;
export const ST = `${ESC}\\`;

export const State = {
  GROUND: 0,
  ESCAPE: 1,
  ESCAPE_INTERMEDIATE: 2,
  CSI_ENTRY: 3,
  CSI_PARAM: 4,
  CSI_INTERMEDIATE: 5,
  CSI_IGNORE: 6,
  SOS_PM_APC_STRING: 7,
  OSC_STRING: 8,
  DCS_ENTRY: 9,
  DCS_PARAM: 10,
  DCS_IGNORE: 11,
  DCS_INTERMEDIATE: 12,
  DCS_PASSTHROUGH: 13,
} as const;
export type State = (typeof State)[keyof typeof State];

const ESCAPE_CODE = 0x1b;
const CANCEL_CODE = 0x18;
const SUBSTITUTE_CODE = 0x1a;
const DELETE_CODE = 0x7f;

/** What each introducer after ESC leads to, and its C1 form with it, which is 0x40 higher. */
const INTRODUCED = new Map<number, State>([
  [0x50, State.DCS_ENTRY],
  [0x58, State.SOS_PM_APC_STRING],
  [0x5b, State.CSI_ENTRY],
  [0x5d, State.OSC_STRING],
  [0x5e, State.SOS_PM_APC_STRING],
  [0x5f, State.SOS_PM_APC_STRING],
]);
const C1_OFFSET = 0x40;

/** Whether the character begins a sequence, from every state: ESC, or the C1 form of DCS, SOS, CSI, OSC, PM or APC. */
export function isIntroducer(code: number): boolean {
  if (code === ESCAPE_CODE) return true;
  return code >= 0x90 && code <= 0x9f && INTRODUCED.has(code - C1_OFFSET);
}

const C1_INTRODUCER = /[\x90\x98\x9b\x9d-\x9f]/;

/** Where the last introducer at or before `from` stands; -1 if there is none. */
export function lastIntroducer(text: string, from: number): number {
  if (from < 0) return -1;
  const escape = text.lastIndexOf(ESC, from);
  // C1 controls are rare, and a search by expression is many times faster than a loop.
  if (!C1_INTRODUCER.test(text.slice(escape + 1, from + 1))) return escape;
  for (let i = from; i > escape; i--) if (isIntroducer(text.charCodeAt(i))) return i;
  return escape;
}

/** One step of the parser. What ends a string with ESC is followed by an escape sequence, if only ST's backslash. */
export function nextState(state: State, code: number): State {
  if (code === ESCAPE_CODE) return State.ESCAPE;
  if (code === CANCEL_CODE || code === SUBSTITUTE_CODE) return State.GROUND;
  if (code >= 0x80 && code <= 0x9f) return INTRODUCED.get(code - C1_OFFSET) ?? State.GROUND;
  if (code >= 0xa0) return TAKES_UNICODE.has(state) ? state : State.GROUND;
  switch (state) {
    case State.GROUND:
      return State.GROUND;
    case State.ESCAPE:
      if (isPassed(code)) return state;
      return code < 0x30 ? State.ESCAPE_INTERMEDIATE : (INTRODUCED.get(code) ?? State.GROUND);
    case State.ESCAPE_INTERMEDIATE:
      return code < 0x30 || code === DELETE_CODE ? state : State.GROUND;
    case State.CSI_ENTRY:
    case State.CSI_PARAM:
    case State.CSI_INTERMEDIATE:
    case State.CSI_IGNORE:
      return inHeader(state, code, CSI_STATES);
    case State.DCS_ENTRY:
    case State.DCS_PARAM:
    case State.DCS_INTERMEDIATE:
      return inHeader(state, code, DCS_STATES);
    case State.OSC_STRING:
      return code === 0x07 ? State.GROUND : state;
    case State.SOS_PM_APC_STRING:
    case State.DCS_IGNORE:
    case State.DCS_PASSTHROUGH:
      return state;
  }
}

/** Where text that is not ASCII belongs to the sequence. Anywhere else it breaks the sequence off. */
const TAKES_UNICODE: ReadonlySet<State> = new Set([
  State.GROUND,
  State.CSI_IGNORE,
  State.OSC_STRING,
  State.DCS_IGNORE,
  State.DCS_PASSTHROUGH,
]);

/** A control inside a control sequence that does not end it. */
function isPassed(code: number): boolean {
  return code < 0x20 || code === DELETE_CODE;
}

type HeaderStates = Readonly<Record<"entry" | "parameter" | "intermediate" | "ignore" | "end", State>>;
const CSI_STATES: HeaderStates = {
  entry: State.CSI_ENTRY,
  parameter: State.CSI_PARAM,
  intermediate: State.CSI_INTERMEDIATE,
  ignore: State.CSI_IGNORE,
  end: State.GROUND,
};
const DCS_STATES: HeaderStates = {
  entry: State.DCS_ENTRY,
  parameter: State.DCS_PARAM,
  intermediate: State.DCS_INTERMEDIATE,
  ignore: State.DCS_IGNORE,
  end: State.DCS_PASSTHROUGH,
};

/** Parameters, then intermediates, then the final byte; in another order the sequence is ignored to its end. */
function inHeader(state: State, code: number, { entry, parameter, intermediate, ignore, end }: HeaderStates): State {
  if (isPassed(code)) return state;
  if (code >= 0x40) return end;
  if (state === ignore) return ignore;
  if (code < 0x30) return intermediate;
  if (state === intermediate) return ignore;
  // A private marker (< = > ?) is the first of the parameters or wrong.
  return code >= 0x3c && state !== entry ? ignore : parameter;
}

/* The same as sources of regular expressions. Each takes all of a sequence, or what there is of it. */

/** Controls that a sequence goes on after; for use in a character class. */
const PASSED = "\\x00-\\x17\\x19\\x1c-\\x1f\\x7f";
/** What breaks off every sequence; for use in a character class. */
const BREAKING = "\\x18\\x1a\\x1b\\x80-\\x9f";
const NOT_ASCII = "\\xa0-\\uffff";
const AFTER_ESC = `\\x1b[${PASSED}]*`;
/** Prefix, parameters, intermediates, in this order. */
const HEADER = `[${PASSED}]*[<-?]?[0-;${PASSED}]*[ -/${PASSED}]*`;
const STRING_END = "(?:\\x9c|\\x1b\\\\)?";

const CSI_SOURCE = `(?:${AFTER_ESC}\\[|\\x9b)${HEADER}(?:[0-?][ -?${PASSED}${NOT_ASCII}]*)?[@-~]?`;
const OSC_SOURCE = `(?:${AFTER_ESC}\\]|\\x9d)[^\\x07${BREAKING}]*(?:\\x07|${STRING_END})`;
const DCS_SOURCE = `(?:${AFTER_ESC}P|\\x90)${HEADER}(?:[0-~][^${BREAKING}]*)?${STRING_END}`;
const OTHER_STRING_SOURCE = `(?:${AFTER_ESC}[X^_]|[\\x98\\x9e\\x9f])[^${BREAKING}${NOT_ASCII}]*${STRING_END}`;
const ESCAPE_SOURCE = `${AFTER_ESC}(?:[0-~]|[ -/][ -/${PASSED}]*[0-~]?)?`;

/** A control sequence begins, in either form. */
export const CSI_INTRODUCER_SOURCE = "(?:\\x1b\\[|\\x9b)";

/** Any sequence, whole or as far as it goes. Strings are taken with the ST that ends them. */
export const SEQUENCE_SOURCE = [CSI_SOURCE, OSC_SOURCE, DCS_SOURCE, OTHER_STRING_SOURCE, ESCAPE_SOURCE].join("|");

/** A whole and well-formed sequence, without the controls inside it. */
export type Sequence =
  | {
      readonly kind: "csi";
      readonly prefix: string;
      readonly parameters: string;
      readonly intermediates: string;
      readonly final: string;
    }
  | { readonly kind: "osc" | "dcs"; readonly body: string }
  | { readonly kind: "escape"; readonly intermediates: string; readonly final: string };

const WHOLE_CSI = /^(?:\x1b\[|\x9b)([<-?]?)([0-;]*)([ -/]*)([@-~])$/;
const WHOLE_OSC = /^(?:\x1b\]|\x9d)([^]*?)(?:\x07|\x9c|\x1b\\)$/;
const WHOLE_DCS = /^(?:\x1bP|\x90)([^]*?)(?:\x9c|\x1b\\)$/;
const WHOLE_ESCAPE = /^\x1b([ -/]*)([0-~])$/;
const PASSED_CONTROL = new RegExp(`[${PASSED}]`);
const PASSED_CONTROLS = new RegExp(PASSED_CONTROL, "g");

/** The controls inside a control sequence, which a terminal obeys as if they stood before it. */
export function controlsIn(sequence: string): string {
  return PASSED_CONTROL.test(sequence) ? (sequence.match(PASSED_CONTROLS) ?? []).join("") : "";
}

/** A match of `SEQUENCE_SOURCE`, taken apart; undefined if it is broken off, in disorder, or a string without a meaning (SOS, PM, APC). */
export function parseSequence(text: string): Sequence | undefined {
  const osc = WHOLE_OSC.exec(text)?.[1];
  if (osc !== undefined) return { kind: "osc", body: osc };
  const dcs = WHOLE_DCS.exec(text)?.[1];
  if (dcs !== undefined) return { kind: "dcs", body: dcs };
  const clean = PASSED_CONTROL.test(text) ? text.replace(PASSED_CONTROLS, "") : text;
  const csi = WHOLE_CSI.exec(clean);
  if (csi) {
    const [, prefix = "", parameters = "", intermediates = "", final = ""] = csi;
    return { kind: "csi", prefix, parameters, intermediates, final };
  }
  const escape = WHOLE_ESCAPE.exec(clean);
  const [, intermediates = "", final = ""] = escape ?? [];
  // With nothing behind it, an introducer is a sequence that has been broken off.
  const isIntroducing = intermediates === "" && INTRODUCED.has(final.charCodeAt(0));
  return escape && !isIntroducing ? { kind: "escape", intermediates, final } : undefined;
}
