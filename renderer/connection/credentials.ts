/**
 * How a browser page proves itself: a single-use code in the URL's fragment
 * (never sent by the browser, never in a log) is exchanged for a token.
 */

const TOKEN_KEY = "cotty.token";

/** Takes the code out of the page's address, so that it is neither copied nor kept in the history. */
export function takeCode(): string | undefined {
  const code = /^#code=(.+)$/.exec(location.hash)?.[1];
  if (code === undefined) return undefined;
  history.replaceState(null, "", location.pathname + location.search);
  return decodeURIComponent(code);
}

/** Session storage: the token lasts as long as the tab and is shared with no other. */
export function storedToken(): string | undefined {
  return sessionStorage.getItem(TOKEN_KEY) ?? undefined;
}

export function forgetToken(): void {
  sessionStorage.removeItem(TOKEN_KEY);
}

/** Exchanges the code for a token and keeps the token. `undefined`: the host refused the code. Rejects when no host answers. */
export async function exchangeCode(code: string): Promise<string | undefined> {
  const response = await fetch("/session", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ code }),
  });
  if (!response.ok) return undefined;
  const { token } = (await response.json()) as { token: string };
  sessionStorage.setItem(TOKEN_KEY, token);
  return token;
}
