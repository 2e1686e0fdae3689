/** What is installed, and what may run while it is (E11 in docs/threats.md). `npm audit` needs the network and is run apart. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";

type Package = Partial<Record<"version" | "resolved" | "integrity", string>> &
  Partial<Record<"link" | "dev" | "devOptional" | "hasInstallScript", boolean>>;
type Lock = { packages: Record<string, Package> };

const REGISTRY = "https://registry.npmjs.org/";
const root = resolve(import.meta.dirname, "../..");
const read = (name: string): unknown => JSON.parse(readFileSync(resolve(root, name), "utf8"));
const manifest = read("package.json") as Record<
  "dependencies" | "devDependencies" | "allowScripts",
  Record<string, string | boolean>
>;
const { packages } = read("package-lock.json") as Lock;
const installed = Object.entries(packages).filter(([path]) => path !== "");

test("E11 every direct dependency is pinned to one version", () => {
  const ranges = Object.values({ ...manifest.dependencies, ...manifest.devDependencies });
  expect(ranges.length).toBeGreaterThan(20);
  expect(ranges.filter((range) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(String(range)))).toEqual([]);
});

test("E11 no package comes from elsewhere than the registry, and what is shipped is known by its hash", () => {
  // npm leaves out the address of other platforms' binaries when it has not fetched them.
  const elsewhere = installed.filter(([, { resolved, link }]) => link === true || !(resolved ?? REGISTRY).startsWith(REGISTRY));
  expect(elsewhere.map(([path]) => path)).toEqual([]);
  const shipped = installed.filter(([, { dev, devOptional }]) => dev !== true && devOptional !== true);
  expect(shipped.length).toBeGreaterThan(3);
  expect(shipped.filter(([, { integrity }]) => !integrity?.startsWith("sha512-")).map(([path]) => path)).toEqual([]);
});

test("E11 one package may run a script when it is installed", () => {
  expect(manifest.allowScripts).toEqual({ "node-pty": true });
  expect(packages["node_modules/node-pty"]?.hasInstallScript).toBe(true);
});

test("E11 Electron and the MCP SDK are of lines that get security fixes", () => {
  const major = Number(packages["node_modules/electron"]?.version?.split(".")[0]);
  expect(major).toBeGreaterThanOrEqual(45);
  const [sdkMajor, sdkMinor, sdkPatch] = (packages["node_modules/@modelcontextprotocol/sdk"]?.version ?? "0.0.0")
    .split(".")
    .map(Number);
  expect([sdkMajor, (sdkMinor ?? 0) * 1000 + (sdkPatch ?? 0)]).toEqual([1, expect.toSatisfy((minor: number) => minor >= 32_002)]);
});
