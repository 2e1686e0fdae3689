/** Reads Electron's archive format: a length, a table of contents as JSON, then the files' bytes one after the other. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

type Node = { readonly files: Readonly<Record<string, Node>> } | Entry;
type Entry = { readonly size: number; readonly offset?: string; readonly unpacked?: true };

export type PackedFile = { readonly path: string; readonly isBeside: boolean; readonly read: () => Buffer };

/** The files of an archive; those kept beside it are read from there. */
export function readArchive(archive: string): PackedFile[] {
  const bytes = readFileSync(archive);
  // Two nested length-prefixed blocks around the JSON text and its length.
  const start = 8 + bytes.readUInt32LE(4);
  const root = JSON.parse(bytes.toString("utf8", 16, 16 + bytes.readUInt32LE(12))) as Node;
  const walk = (node: Node, path: string): PackedFile[] => {
    if ("files" in node)
      return Object.entries(node.files).flatMap(([name, child]) => walk(child, path ? `${path}/${name}` : name));
    const from = start + Number(node.offset ?? 0);
    const isBeside = node.unpacked === true;
    const read = (): Buffer =>
      isBeside ? readFileSync(join(`${archive}.unpacked`, path)) : bytes.subarray(from, from + node.size);
    return [{ path, isBeside, read }];
  };
  return walk(root, "");
}

/** Writes the files of an archive into a folder. */
export function extractTo(folder: string, files: readonly PackedFile[]): void {
  for (const { path, read } of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), read());
  }
}
