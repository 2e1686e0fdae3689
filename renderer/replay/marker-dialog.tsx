/** Names a marker at a moment of a recording, or takes it away. */
import type { ReactElement } from "react";
import { formatMoment } from "../../shared/moments.ts";
import { NameDialog } from "../components/name-dialog.tsx";
import type { MarkerChoice } from "../state/store.ts";

export function MarkerDialog({ atMs, label, mark }: MarkerChoice): ReactElement {
  const moment = formatMoment(atMs);
  const unnamed = `Marker at ${moment}`;
  return (
    <NameDialog
      title={label === undefined ? `Add a marker at ${moment}` : unnamed}
      name={label === undefined || label === unnamed ? "" : label}
      unnamed={unnamed}
      action={label === undefined ? "Add" : "Rename"}
      maxLength={200}
      onName={(name) => mark(name.trim() || unnamed)}
      {...(label !== undefined && { other: { label: "Remove marker", onChoose: () => mark("") } })}
    />
  );
}
