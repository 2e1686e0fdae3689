/** The MCP clients of this machine, and the change that connects one of them, from the host. */
import { useCallback, useEffect, useState } from "react";
import { messageOf } from "../../shared/errors.ts";
import type { Result } from "../../shared/protocol.ts";
import { useApp, useAppState } from "../state/app-context.ts";

type Clients = Result<"connect/list">;
type Change = Result<"connect/preview">;
type Written = Result<"connect/write"> & { readonly removed: boolean };

/** The clients, and how to ask for them again. Undefined until the first answer. */
export function useClients(): { clients: Clients | undefined; error: string | undefined; refresh: () => void } {
  const { host } = useApp();
  const isOpen = useAppState(({ connection }) => connection.kind === "open");
  const [clients, setClients] = useState<Clients>();
  const [error, setError] = useState<string>();
  const refresh = useCallback(() => {
    const ask = async (): Promise<void> => {
      try {
        setClients(await host.request("connect/list", {}));
        setError(undefined);
      } catch (reason) {
        setError(messageOf(reason));
      }
    };
    void ask();
  }, [host]);
  useEffect(() => {
    if (isOpen) refresh();
  }, [refresh, isOpen]);
  return { clients, error, refresh };
}

export type ClientChange = {
  /** Undefined until it is known. */
  readonly change: Change | undefined;
  /** What was written last. */
  readonly written: Written | undefined;
  readonly error: string | undefined;
  readonly isBusy: boolean;
  /** Writes the change that is shown. */
  readonly write: () => void;
};

/** How the client's configuration would change. `onWritten` runs after each change of the file. */
export function useClientChange(client: string, remove: boolean, onWritten: () => void): ClientChange {
  const { host } = useApp();
  const [change, setChange] = useState<Change>();
  const [written, setWritten] = useState<Written>();
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  // Another number to look at the file again.
  const [looks, setLooks] = useState(0);
  useEffect(() => {
    let isOver = false;
    const look = async (): Promise<void> => {
      try {
        const answer = await host.request("connect/preview", { client, remove });
        if (!isOver) setChange(answer);
      } catch (reason) {
        if (!isOver) setError(messageOf(reason));
      }
    };
    void look();
    return () => {
      isOver = true;
    };
  }, [host, client, remove, looks]);
  const write = async (): Promise<void> => {
    if (!change) return;
    setBusy(true);
    try {
      const answer = await host.request("connect/write", { client, remove, seen: change.diff });
      setWritten({ ...answer, removed: remove });
      setError(undefined);
      onWritten();
    } catch (reason) {
      setError(messageOf(reason));
    }
    setBusy(false);
    setLooks((number) => number + 1);
  };
  return { change, written, error, isBusy, write: () => void write() };
}
