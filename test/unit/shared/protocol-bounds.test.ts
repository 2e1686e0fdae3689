/** Whatever a client sends has an end, so that no request fills the host's memory (H14 in docs/threats.md). */
import { describe, expect, it, test } from "vitest";
import { z } from "zod";
import { methods, notifications } from "../../../shared/protocol.ts";

type Node = {
  readonly type?: string;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly enum?: unknown;
  readonly const?: unknown;
  readonly items?: Node;
  readonly prefixItems?: readonly Node[];
  readonly properties?: Readonly<Record<string, Node>>;
  readonly propertyNames?: Node;
  readonly additionalProperties?: Node | boolean;
  readonly anyOf?: readonly Node[];
};

/** The places in a schema that take a string or a list of any length, or anything at all. */
function unbounded(node: Node, path: string): string[] {
  const { type, items, properties = {}, propertyNames, additionalProperties, anyOf, prefixItems = [] } = node;
  const isFixed = node.enum !== undefined || node.const !== undefined;
  const isOpen =
    (type === undefined && !anyOf && !isFixed) ||
    (type === "string" && !isFixed && node.maxLength === undefined) ||
    (type === "array" && items !== undefined && node.maxItems === undefined);
  return [
    ...(isOpen ? [path] : []),
    ...Object.entries(properties).flatMap(([name, value]) => unbounded(value, `${path}.${name}`)),
    ...(items ? unbounded(items, `${path}[]`) : []),
    ...[...prefixItems, ...(anyOf ?? [])].flatMap((value) => unbounded(value, path)),
    ...(propertyNames ? unbounded(propertyNames, `${path}{name}`) : []),
    ...(typeof additionalProperties === "object" ? unbounded(additionalProperties, `${path}{}`) : []),
  ];
}

/** The places that take any number of names. */
function records(node: Node, path: readonly string[]): string[][] {
  const inner = Object.entries(node.properties ?? {}).flatMap(([name, value]) => records(value, [...path, name]));
  return typeof node.additionalProperties === "object" ? [[...path], ...inner] : inner;
}

const schemaOf = (params: z.ZodType): Node => z.toJSONSchema(params, { io: "input", unrepresentable: "throw" }) as Node;

describe("H14 every string, list and record of a request has an upper bound", () => {
  it.each(Object.entries(methods))("%s", (name, { params }) => {
    expect(unbounded(schemaOf(params), name)).toEqual([]);
  });

  // What an agent says to the MCP side is bounded by the length of a line alone.
  it.each(Object.entries(notifications).filter(([name]) => name !== "mcp/message"))("%s", (name, params) => {
    expect(unbounded(schemaOf(params), name)).toEqual([]);
  });

  // A schema in JSON does not show how many names a record may have, so it is tried.
  const all = Object.entries(methods).flatMap(([name, { params }]) =>
    records(schemaOf(params), []).map((path) => ({ name: `${name} ${path.join(".")}`, params, path })),
  );
  test.each(all)("$name", ({ params, path }) => {
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`V${n}`, "x"]));
    const given = path.reduceRight<unknown>((value, key) => ({ [key]: value }), many);
    const { error } = (params as z.ZodType).safeParse(given);
    expect(error?.issues.map((issue) => issue.message)).toContain("More than 4096 environment variables");
  });

  it("and this test knows one that has none", () => {
    const open = z.object({ a: z.string(), b: z.array(z.int()), c: z.record(z.string().max(3), z.string()), d: z.any() });
    expect(unbounded(schemaOf(open), "open")).toEqual(["open.a", "open.b", "open.c{}", "open.d"]);
    expect(records(schemaOf(open), [])).toEqual([["c"]]);
  });
});
