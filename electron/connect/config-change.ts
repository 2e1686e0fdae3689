/** Changes of a client's configuration: how an entry gets into it, and how the file is written. */
import { isRecord } from "../../shared/json.ts";
import type { AgentClient, ServerEntry } from "./clients.ts";
import {
  backupPath,
  closeToOthers,
  forgetMade,
  isOpenToOthers,
  noteMade,
  removeConfigFile,
  restoreConfigFile,
  writeBackup,
  writeConfigFile,
} from "./config-file.ts";
import { mergeEntry } from "./merge.ts";
import type { FileChange, OpenConfig } from "./open-config.ts";

/** The change that sets Cotty's entry, and keeps what the user has put into an earlier one. */
export function withServer(config: OpenConfig, client: AgentClient, entry: ServerEntry): FileChange {
  return config.withEntry(mergeEntry(isRecord(config.entry) ? config.entry : undefined, entry, client.envKey));
}

/**
 * Changes the file. Returns what to tell the user about it: lines, each with its end. With `isSecret` only the
 * file's owner can read it afterwards. Throws when the file has changed since it was read, or cannot be written.
 */
export function performChange(
  wanted: FileChange,
  { file, isEntryWritten }: OpenConfig,
  { isSecret }: { isSecret: boolean },
): string {
  const wasOpen = isSecret && isOpenToOthers(file);
  const closed = wasOpen ? `Other users could read ${file.path}. It holds a token, so now only you can.\n` : "";
  const kept = ` What was there before Cotty is kept as ${backupPath(file.path)}`;
  switch (wanted.kind) {
    case "none":
      if (wasOpen) closeToOthers(file);
      return closed;
    case "delete":
      removeConfigFile(file);
      return "Removed the file: Cotty had made it, and nothing else was in it.\n";
    case "restore":
      restoreConfigFile(file);
      return `Written: the file is what it was before Cotty.${kept}\n`;
    case "write":
    case "keep":
      // The first copy is the one from before Cotty.
      if (!file.exists) noteMade(file);
      else if (!isEntryWritten) writeBackup(file);
      writeConfigFile(file, wanted.text, { isSecret });
      if (wanted.kind === "keep") forgetMade(file);
      return `Written.${file.exists && !isEntryWritten ? kept : ""}\n${closed}`;
  }
}
