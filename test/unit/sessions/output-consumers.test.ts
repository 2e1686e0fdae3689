import { beforeEach, expect, it } from "vitest";
import type { OutputText } from "../../../shared/output-text.ts";
import { OutputConsumers } from "../../../electron/sessions/output-consumers.ts";

let heard: string[];
let warnings: string[];

beforeEach(() => {
  heard = [];
  warnings = [];
});

const consumer = (name: string) => ({
  name,
  output: ({ text }: { text: OutputText }) => void heard.push(`${name} ${text.toString()}`),
});
const consumersOf = (...consumers: ReturnType<typeof consumer>[]): OutputConsumers =>
  new OutputConsumers(consumers, (message) => warnings.push(message));

it("tells each consumer of each output, in the order of the list", () => {
  const consumers = consumersOf(consumer("a"), consumer("b"));
  consumers.output({ offset: 0, text: "one" });
  consumers.output({ offset: 3, text: "two" });
  expect(heard).toEqual(["a one", "b one", "a two", "b two"]);
  expect(warnings).toEqual([]);
});

it("drops a consumer that throws, with one warning; the others hear everything", () => {
  let calls = 0;
  const broken = {
    name: "recording",
    output: () => {
      calls++;
      throw new Error("no disk");
    },
  };
  const consumers = consumersOf(consumer("a"), broken, consumer("b"));
  for (const text of ["one", "two", "three"]) consumers.output({ offset: 0, text });
  expect(heard).toEqual(["a one", "b one", "a two", "b two", "a three", "b three"]);
  expect([calls, warnings]).toEqual([1, ["The recording failed and gets no more output: no disk"]]);
});

it("goes on when all have failed", () => {
  const fail = (): never => {
    throw new Error("x");
  };
  const consumers = consumersOf({ name: "a", output: fail }, { name: "b", output: fail });
  consumers.output({ offset: 0, text: "one" });
  expect(warnings).toHaveLength(2);
  expect(() => consumers.output({ offset: 3, text: "two" })).not.toThrow();
});
