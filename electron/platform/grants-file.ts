/** The file with the grants that outlast the host. Only the host writes it. While it is damaged, what new agents may do holds for all. */
import { isRecord } from "../../shared/json.ts";
import type { KeptGrant } from "../../shared/kept-grant.ts";
import { TOKEN_TIERS } from "../../shared/token-tiers.ts";
import { ListFile } from "./list-file.ts";
import type { Warn } from "./log.ts";

export class GrantsFile extends ListFile<KeptGrant> {
  constructor(path: string, warn: Warn) {
    super({ path, rows: "grants", isRow: isKeptGrant, warn });
  }
}

const TIERS: readonly unknown[] = TOKEN_TIERS;

function isKeptGrant(value: unknown): value is KeptGrant {
  if (!isRecord(value) || !isRecord(value["grant"])) return false;
  const { agent, name, folder, grant } = value;
  const { tier, lasts, grantedAtMs } = grant;
  const isNamed = typeof agent === "string" && typeof name === "string" && (folder === undefined || typeof folder === "string");
  return isNamed && TIERS.includes(tier) && lasts === "always" && typeof grantedAtMs === "number";
}
