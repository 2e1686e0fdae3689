/** The whole audit at once, for tests; the product reads it page by page. */
import { readFileSync } from "node:fs";
import { auditFiles } from "../../electron/platform/audit-file.ts";
import type { AuditRow } from "../../shared/audit-entry.ts";

/** The newest `count` rows, oldest first. Empty when there is no audit yet. */
export function readAudit(path: string, count: number): AuditRow[] {
  const rows: AuditRow[] = [];
  for (const file of auditFiles(path)) {
    if (rows.length >= count) break;
    rows.unshift(...rowsOf(file));
  }
  return rows.slice(-count);
}

function rowsOf(path: string): AuditRow[] {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
  return text.split("\n").flatMap((line) => {
    try {
      return [JSON.parse(line) as AuditRow];
    } catch {
      return [];
    }
  });
}
