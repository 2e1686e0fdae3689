/** Changes of a client's configuration: how an entry gets into it, and how the file is written. */
import { isRecord } from "../../shared/json.ts";
import type { AgentClient, ServerEntry } from "./clients.ts";
import {
  backupPath,
  closeToOthers,
  type ConfigFile,
  forgetMade,
  isMadeByCotty,
  isOpenToOthers,
  noteMade,
  removeConfigFile,
  restoreConfigFile,
  writeBackup,
  writeConfigFile,
} from "./config-file.ts";
import { mergeEntry } from "./merge.ts";
import { forgetMode, modeToRestore, noteMode } from "./mode-note.ts";
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
  // A note that is left from an earlier time is of another file.
  if (wanted.kind === "write" && !isEntryWritten) forgetMode(file);
  // What Cotty has made goes again, with its mode.
  if (wasOpen && !isMadeByCotty(file)) noteMode(file);
  switch (wanted.kind) {
    case "none":
      if (wasOpen) closeToOthers(file);
      return closed;
    case "delete":
      removeConfigFile(file);
      forgetMode(file);
      return "Removed the file: Cotty had made it, and nothing else was in it.\n";
    case "write":
      // The first copy is the one from before Cotty.
      if (!file.exists) noteMade(file);
      else if (!isEntryWritten) writeBackup(file);
      writeConfigFile(file, wanted.text, { isSecret });
      return `Written.${file.exists && !isEntryWritten ? kept(file) : ""}\n${closed}`;
    case "keep":
    case "restore":
      return takeOut(wanted, { file, isEntryWritten });
  }
}

/**
 * Takes Cotty's entry out of a file that stays. A file that is what it was before Cotty has its mode from then, too. Any other
 * one may hold the tokens of other servers, which have come since.
 */
function takeOut(
  wanted: Extract<FileChange, { kind: "keep" | "restore" }>,
  { file, isEntryWritten }: Pick<OpenConfig, "file" | "isEntryWritten">,
): string {
  const mode = modeToRestore(file);
  const before = mode?.toString(8);
  if (wanted.kind === "restore") {
    restoreConfigFile(file, mode);
    forgetMode(file);
    const opened = before === undefined ? "" : `Other users can use ${file.path} as before Cotty: its mode is ${before} again.\n`;
    return `Written: the file is what it was before Cotty.${kept(file)}\n${opened}`;
  }
  if (!isEntryWritten) writeBackup(file);
  writeConfigFile(file, wanted.text, { isSecret: false });
  forgetMade(file);
  forgetMode(file);
  const closed =
    before === undefined ? "" : `Only you can read it. Before Cotty, its mode was ${before}: chmod ${before} '${file.path}'\n`;
  return `Written.${isEntryWritten ? "" : kept(file)}\n${closed}`;
}

function kept({ path }: ConfigFile): string {
  return ` What was there before Cotty is kept as ${backupPath(path)}`;
}
