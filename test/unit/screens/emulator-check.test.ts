/** An emulator that is not the one that screens were written for is named, part by part, before a screen is made. */
import type { Terminal } from "@xterm/headless";
import { describe, expect, test } from "vitest";
import { CELL_SIZE } from "../../../electron/screens/worker/cell-layout.ts";
import { createEmulator } from "../../../electron/screens/worker/emulator.ts";
import { emulatorFault } from "../../../electron/screens/worker/emulator-check.ts";
import { type QuickCore, quickInternalsOf } from "../../../electron/screens/worker/emulator-internals.ts";
import { emulatorVersion } from "../../../electron/screens/worker/emulator-version.ts";
import { quickParserFault } from "../../../electron/screens/worker/quick-parser-check.ts";
import { type GuardedCore, XTERM_VERSION } from "../../../shared/terminal-internals.ts";

type Part = Record<string, unknown>;
type Tamper = (core: QuickCore, terminal: Terminal) => void;

const SIZE = { cols: 20, rows: 4 };
/** In a version that is not the pinned one, it is tried out what each part does. */
const OTHER_VERSION = "6.1.0";

/** An emulator that has been tampered with. */
function doctored(tamper: Tamper, scrollback = 4): () => Terminal {
  return () => {
    const terminal = createEmulator(SIZE, scrollback);
    tamper(quickInternalsOf(terminal), terminal);
    return terminal;
  };
}

/** Takes a private part away, by its path from the core. */
function without(path: string): Tamper {
  return (core) => {
    const names = path.split(".");
    const name = names.pop() ?? "";
    const owner = names.reduce<unknown>((part, step) => {
      return step === "get(0)" ? (part as QuickCore["buffers"]["normal"]["lines"]).get(0) : (part as Part)[step];
    }, core);
    Object.defineProperty(owner, name, { value: undefined, configurable: true });
  };
}

/** Gives a method of the core, or of a part of it, another body. */
function replacing(part: (core: QuickCore) => object, methods: Record<string, unknown>): Tamper {
  return (core) => Object.assign(part(core), methods);
}

/** A listener is taken and never called. */
const deaf = (): Disposable & { dispose(): void } => ({ dispose: () => {}, [Symbol.dispose]: () => {} });

/** Gives a sequence's first parameter another value, as an emulator with other bits, sizes or modes would seem to do. */
function altering(id: { prefix?: string; intermediates?: string; final: string }, from: number, to: number): Tamper {
  return (core) => {
    (core as unknown as GuardedCore).registerCsiHandler(id, ({ params }) => {
      if (params[0] === from) params[0] = to;
      return false;
    });
  };
}

test("the emulator that is installed is the one that screens were written for", () => {
  expect(emulatorVersion()).toBe(XTERM_VERSION);
  for (const version of [XTERM_VERSION, OTHER_VERSION]) {
    expect(emulatorFault(undefined, version)).toBeUndefined();
    expect(quickParserFault(undefined, version)).toBeUndefined();
  }
});

test("a part that is missing from the pinned version itself is named, too", () => {
  expect(emulatorFault(doctored(without("coreService.decPrivateModes")))).toContain("version 6.0.0 differs: _core.coreService.");
  expect(quickParserFault(doctored(without("_inputHandler._parser._params")))).toContain("_params");
});

describe("a missing part is named, with what it is for and the versions", () => {
  test.each([
    "registerCsiHandler",
    "_oscLinkService._dataByLinkId",
    "_oscLinkService.addLineToLink",
    "buffers.active.getNullCell",
    "buffers.active.lines.get(0).loadCell",
    "_oscLinkService.getLinkData",
    "buffers.active.lines.get(0).addCodepointToCell",
    "buffers.active.lines.get(0)._combined",
    "buffers.normal.savedCurAttrData",
    "buffers.normal.lines.onTrim",
    "coreService.decPrivateModes",
    "_inputHandler._parser.precedingJoinState",
    "_inputHandler.onRequestReset",
    "_inputHandler.onColor",
  ])("%s", (path) => {
    const message = emulatorFault(doctored(without(path)), OTHER_VERSION);
    expect(message).toContain("Cotty needs @xterm/headless 6.0.0 and version 6.1.0 differs: _core.");
    expect(message).toContain(`${path.split(".").at(-1)}`);
  });

  test("a terminal without a core", () => {
    const create = (): Terminal => ({ dispose: () => {} }) as unknown as Terminal;
    expect(emulatorFault(create)).toContain("_core.registerCsiHandler (clamps counts");
  });
});

describe("a part that is there and does something else is named", () => {
  test.each([
    ["the bits of bold", altering({ final: "m" }, 1, 2)],
    ["the bits of a color of 16", altering({ final: "m" }, 31, 32)],
    ["the bits of protected", altering({ intermediates: '"', final: "q" }, 1, 0)],
    ["private modes", altering({ prefix: "?", final: "h" }, 2026, 2004)],
    ["the scroll region", altering({ final: "r" }, 2, 1)],
    ["the mouse's encoding", altering({ prefix: "?", final: "h" }, 1006, 1015)],
    ["rows that leave the scrollback", (_: QuickCore, { options }: Terminal) => void (options.scrollback = 5)],
    ["what follows a full reset", replacing(({ _inputHandler }) => _inputHandler, { onRequestReset: deaf })],
    ["redefined colors", replacing(({ _inputHandler }) => _inputHandler, { onColor: deaf })],
    [
      "the limit on links",
      // What the guard puts in its place is lost.
      (core: QuickCore) => {
        const { _oscLinkService: service } = core as unknown as GuardedCore;
        const register = service.registerLink.bind(service);
        Object.defineProperty(service, "registerLink", { get: () => register, set: () => {} });
      },
    ],
    ["the clamp on counts", replacing((core) => core, { registerCsiHandler: () => {} })],
  ])("%s", (part, tamper) => {
    expect(emulatorFault(doctored(tamper), OTHER_VERSION)).toContain(`: ${part}: `);
  });

  test("a part that throws", () => {
    const fail = (): never => {
      throw new Error("not today");
    };
    const tamper = replacing(({ _inputHandler }) => _inputHandler, { parse: fail });
    expect(emulatorFault(doctored(tamper), OTHER_VERSION)).toContain("not today");
  });
});

describe("the quick parser is found at fault by itself: screens work without it", () => {
  test.each([
    "_inputHandler._stringDecoder._interim",
    "_inputHandler._parser._csiHandlers",
    "_inputHandler._parser._executeHandlers",
    "_inputHandler._parser._params",
    "_inputHandler._activeBuffer",
    "buffers.normal.lines.get(0).setCellFromCodepoint",
  ])("without %s", (path) => {
    expect(quickParserFault(doctored(without(path)))).toContain(path.split(".").at(-1));
  });

  test("cells with another mark in their content", () => {
    const mark: Tamper = ({ buffers }) => {
      for (let row = 0; row < SIZE.rows; row++) {
        const line = buffers.normal.lines.get(row);
        if (!line) throw new Error("no such row");
        const set = line.setCellFromCodepoint.bind(line);
        line.setCellFromCodepoint = (cell, ...content) => {
          set(cell, ...content);
          line._data[cell * CELL_SIZE] = (line._data[cell * CELL_SIZE] ?? 0) | (1 << 25);
        };
      }
    };
    expect(quickParserFault(doctored(mark, 40), OTHER_VERSION)).toBe("known output shows differently");
  });

  test("parameters that are handed over in another way", () => {
    const shift: Tamper = ({ _inputHandler: { _parser: parser } }) => {
      const add = parser._params.addParam.bind(parser._params);
      // The emulator's own parser adds a 0 and then its digits.
      parser._params.addParam = (value) => add(value === 0 ? 0 : value + 1);
    };
    expect(quickParserFault(doctored(shift), OTHER_VERSION)).toMatch(/ is taken in differently$/);
  });

  test("ASCII characters of different widths", () => {
    const widen: Tamper = ({ unicodeService: service }) => {
      const properties = service.charProperties.bind(service);
      service.charProperties = (code, before) => properties(code === 0x57 ? 0x5b57 : code, before);
    };
    expect(quickParserFault(doctored(widen), OTHER_VERSION)).toBe('"W" has a width of its own');
  });
});
