/** The share links there are, from the host. */
import { useCallback, useEffect, useState } from "react";
import { messageOf } from "../../shared/errors.ts";
import type { LinkInfo, Result } from "../../shared/protocol.ts";
import { useApp } from "../state/app-context.ts";

export type Links = {
  readonly links: readonly LinkInfo[];
  /** The link that was made last, with its address. It is told only once. */
  readonly created: Result<"link/create"> | undefined;
  readonly error: string | undefined;
  readonly create: (session: string, lifetimeMs: number) => void;
  readonly revoke: (link: string) => void;
};

export function useLinks(): Links {
  const { host } = useApp();
  const [links, setLinks] = useState<readonly LinkInfo[]>([]);
  const [created, setCreated] = useState<Result<"link/create">>();
  const [error, setError] = useState<string>();
  const attempt = useCallback(
    (action: () => Promise<void>) => {
      const run = async (): Promise<void> => {
        try {
          await action();
          setLinks(await host.request("link/list", {}));
          setError(undefined);
        } catch (reason) {
          setError(messageOf(reason));
        }
      };
      void run();
    },
    [host],
  );
  useEffect(() => attempt(() => Promise.resolve()), [attempt]);
  return {
    links,
    created,
    error,
    create: (session, lifetimeMs) =>
      attempt(async () => setCreated(await host.request("link/create", { id: session, lifetimeMs }))),
    revoke: (link) =>
      attempt(async () => {
        await host.request("link/revoke", { link });
        setCreated((before) => (before?.id === link ? undefined : before));
      }),
  };
}
