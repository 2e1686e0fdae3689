/** The input log of a session, with the place of each line on the screen. */
import type { Result } from "../../shared/protocol.ts";
import type { Session } from "../sessions/session.ts";

/** A screen that is gone, or that is being rebuilt, knows no places: the log is the same without them. */
export async function readInputs({ screen, inputs }: Session): Promise<Result<"session/inputs">> {
  const { rows } = await screen.ask("inputRows", {}).catch(() => ({ rows: [] }));
  const places = new Map(rows);
  return inputs.map(({ atMs, client, shown, mark }) => {
    const rowFromEnd = mark === undefined ? undefined : places.get(mark);
    return { atMs, client, text: shown.recordable, ...(rowFromEnd !== undefined && { rowFromEnd }) };
  });
}
