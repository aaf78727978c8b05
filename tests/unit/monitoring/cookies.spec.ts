import { expect, test } from "@playwright/test";
import { Cookies } from "#lib/monitoring/checks/cookies.ts";

/** The cookies for one address after another one has set some. */
function sentTo(to: string, from: string, ...lines: string[]): string {
  const cookies = new Cookies();
  cookies.take(lines, new URL(from));
  return cookies.headerFor(new URL(to));
}

test("a cookie reaches the hosts of its own domain, and none beside it below a public suffix", () => {
  for (const [from, domain, to, sent] of [
    ["https://www.example.com", "example.com", "https://api.example.com", "a=1"],
    ["https://a.shop.co.uk", "shop.co.uk", "https://b.shop.co.uk", "a=1"],
    ["https://one.co.uk", "co.uk", "https://two.co.uk", ""],
    ["https://one.github.io", "github.io", "https://two.github.io", ""],
    ["https://github.io", "github.io", "https://two.github.io", ""],
    ["https://one.com", "com", "https://two.com", ""],
    ["https://one.com", "two.com", "https://two.com", ""],
    ["https://one.com", "", "https://www.one.com", ""],
    ["https://10.0.0.1", "0.0.1", "https://20.0.0.1", ""],
  ] as const)
    expect([from, sentTo(to, from, `a=1; Domain=${domain}`)]).toEqual([from, sent]);
});

test("a cookie comes back below its path, by TLS if it says so, and until it ends", () => {
  const from = "https://example.com/a/b";
  for (const [line, to, sent] of [
    ["a=1; Path=/a", "https://example.com/a/c", "a=1"],
    ["a=1; Path=/a", "https://example.com/b", ""],
    ["a=1; Path=/; Secure", "http://example.com/", ""],
    ["a=1; Path=/; Max-Age=0", from, ""],
    ["a=1; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT", from, ""],
    ["a=1; Path=/; Expires=nonsense", from, "a=1"],
    ["nonsense", from, ""],
    [`a=${"x".repeat(5_000)}`, from, ""],
  ] as const)
    expect([line, sentTo(to, from, line)]).toEqual([line, sent]);
  const many = Array.from({ length: 100 }, (_, index) => `c${index}=1; Path=/`);
  expect(sentTo(from, from, ...many).split("; ")).toHaveLength(50);
});
