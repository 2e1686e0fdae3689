/** Says in words when a folder that Cotty needs cannot be: the user knows it by the variable `COTTY_HOME`, not by what is below. */
import { HostError, messageOf } from "../../shared/errors.ts";
import type { Paths } from "./paths.ts";

/** Errors after which another folder helps. After others, such as that of a full disk, something else does. */
const UNWRITABLE = ["ENOENT", "EACCES", "EPERM", "EROFS"];

/** Does what needs the folder. Throws `internal` with the next step where a file stands in its way, or Cotty cannot write. */
export function inUsableFolder<T>({ cottyHome }: Pick<Paths, "cottyHome">, folder: string, use: () => T): T {
  try {
    return use();
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (code === "ENOTDIR") throw unusable(cottyHome, "which is not a folder", `${folder} is not in a folder`);
    if (!UNWRITABLE.includes(code)) throw error;
    // It names what exactly could not be written.
    const reason = messageOf(error);
    throw unusable(cottyHome, `where Cotty cannot write (${reason})`, `Cotty cannot write in ${folder} (${reason})`);
  }
}

function unusable(cottyHome: string | undefined, fault: string, withoutVariable: string): HostError {
  return new HostError(
    "internal",
    cottyHome === undefined
      ? `${withoutVariable}. Set COTTY_HOME to a folder of your own.`
      : `COTTY_HOME is ${cottyHome}, ${fault}. Set it to a folder of your own, or unset it.`,
  );
}
