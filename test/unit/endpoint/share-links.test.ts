/** H23 (docs/threats.md): the links themselves. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ShareLinks } from "../../../electron/endpoint/share-links.ts";

const HOUR_MS = 3_600_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  opened[Symbol.dispose]();
  vi.useRealTimers();
});

let opened: ShareLinks;

function linksWithEnds(): { links: ShareLinks; ended: string[] } {
  const links = (opened = new ShareLinks());
  const ended: string[] = [];
  links.onEnded(({ id }) => ended.push(id));
  return { links, ended };
}

test("H23 a link opens its session until it expires, also when somebody sets the clock back", () => {
  const { links, ended } = linksWithEnds();
  const { link, token } = links.create("one", HOUR_MS);
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(links.find(token)).toEqual(link);
  expect(link.expiresAtMs - link.createdAtMs).toBe(HOUR_MS);
  vi.advanceTimersByTime(HOUR_MS - 1);
  vi.setSystemTime(0);
  expect(links.find(token)).toEqual(link);
  vi.advanceTimersByTime(1);
  expect(links.find(token)).toBeUndefined();
  expect(ended).toEqual([link.id]);
  expect(links.all).toEqual([]);
});

test("H23 what is revoked, or shows a session that is gone, opens nothing; the others stay", () => {
  const { links, ended } = linksWithEnds();
  const [a, b, c] = ["one", "one", "two"].map((session) => links.create(session, HOUR_MS));
  expect(links.revoke(a?.link.id ?? "")).toBe(true);
  expect(links.revoke(a?.link.id ?? "")).toBe(false);
  links.revokeSession("one");
  expect(links.find(b?.token ?? "")).toBeUndefined();
  expect(links.find(c?.token ?? "")?.session).toBe("two");
  expect(ended).toEqual([a?.link.id, b?.link.id]);
  links[Symbol.dispose]();
  expect(vi.getTimerCount()).toBe(0);
});

test("H23 nothing that the host lists contains a token; wrong ones open nothing; there are at most 100", () => {
  const { links } = linksWithEnds();
  const { token } = links.create("one", HOUR_MS);
  expect(JSON.stringify(links.all)).not.toContain(token);
  for (const wrong of ["", token.slice(1), `${token}x`, token.toLowerCase()]) expect(links.find(wrong)).toBeUndefined();
  for (let n = 1; n < 100; n++) links.create("one", HOUR_MS);
  expect(() => links.create("one", HOUR_MS)).toThrow("There are 100 share links already; revoke some first");
});
