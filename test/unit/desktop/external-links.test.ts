/** Where links may lead, and that a person is asked (E6 in docs/threats.md). The dialog and the browser are the caller's. */
import { expect, test, vi } from "vitest";
import { ExternalLinks } from "../../../electron/desktop/external-links.ts";
import { destinationOf } from "../../../shared/link-destination.ts";

test.each([
  "file:///etc/passwd",
  "javascript:alert(1)",
  "data:text/html,x",
  "smb://host/share",
  "ms-settings:privacy",
  "ms-msdt:/id PCWDiagnostic",
  "vbscript:x",
  "ssh://host",
  "mailto:a@b",
  "app://cotty/index.html",
  "\\\\host\\share",
  "//host/path",
  "https:host",
  "http:\\\\host",
  "https://example.com/\r\nX: y",
  "https://example.com/\tx",
  "https://exam\u202Eple.com/",
  "https://good.example@evil.example/",
  "https://user:password@evil.example/",
  "https://",
  "https://exa mple.com",
  " https://example.com",
  "https://example.com:99999/",
  `https://example.com/${"a".repeat(10_000)}`,
  "",
])("E6 %j is not followed, and nobody is asked", async (link) => {
  const ask = vi.fn();
  const open = vi.fn();
  new ExternalLinks({ ask, open, log: console }).follow(link);
  await new Promise((resolve) => setImmediate(resolve));
  expect(ask).not.toHaveBeenCalled();
  expect(open).not.toHaveBeenCalled();
});

test.each([
  ["https://example.com/a?b=c#d", "example.com", "https://example.com/a?b=c#d"],
  ["HTTP://Example.COM", "example.com", "http://example.com/"],
  ["http://127.0.0.1:8080/x", "127.0.0.1:8080", "http://127.0.0.1:8080/x"],
  ["https://аррӏе.com/", "xn--80ak6aa92e.com", "https://xn--80ak6aa92e.com/"],
  ["https://0x7f.1/", "127.0.0.1", "https://127.0.0.1/"],
])("E6 %s leads to %s, in ASCII", (link, host, href) => {
  expect(destinationOf(link)).toEqual({ host, href });
});

test("E6 the question names the real host; only a yes opens it", async () => {
  const asked: string[] = [];
  const opened: string[] = [];
  let response = 1;
  const links = new ExternalLinks({
    ask: ({ message }) => {
      asked.push(message);
      return Promise.resolve({ response, checkboxChecked: false });
    },
    open: (href) => Promise.resolve(void opened.push(href)),
    log: console,
  });
  links.follow("https://аррӏе.com/login");
  await expect.poll(() => asked).toEqual(["Open xn--80ak6aa92e.com in your browser?"]);
  expect(opened).toEqual([]);
  response = 0;
  await expect
    .poll(() => {
      links.follow("https://example.com/");
      return opened;
    })
    .toEqual(["https://example.com/"]);
});

test("E6 a page that asks in a loop gets one question", async () => {
  const ask = vi.fn(() => new Promise<never>(() => {}));
  const links = new ExternalLinks({ ask, open: vi.fn(), log: console });
  for (let i = 0; i < 1000; i++) links.follow(`https://example.com/${i}`);
  expect(ask).toHaveBeenCalledTimes(1);
});

test("a question that cannot be asked is logged, and the next link is asked about", async () => {
  const errors: string[] = [];
  const ask = vi.fn(() => Promise.reject(new Error("no display")));
  const links = new ExternalLinks({ ask, open: vi.fn(), log: { error: (message) => void errors.push(message) } });
  links.follow("https://example.com/");
  await expect.poll(() => errors).toEqual(["A link was not opened: no display"]);
  await expect
    .poll(() => {
      links.follow("https://example.com/");
      return ask.mock.calls.length;
    })
    .toBe(2);
});
