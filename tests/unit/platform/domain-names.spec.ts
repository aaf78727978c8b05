import { expect, test } from "@playwright/test";
import { DomainConfigInput } from "#lib/pages/domain-config.ts";
import { asciiDomain, DOMAIN_PATTERN, readableDomain } from "#lib/platform/http/hosts.ts";

const PATTERN = new RegExp(`^(?:${DOMAIN_PATTERN})$`, "u");

for (const [written, name] of [
  ["Status.Example.com", "status.example.com"],
  ["müller.example", "xn--mller-kva.example"],
  ["MÜLLER.example", "xn--mller-kva.example"],
  ["xn--mller-kva.example", "xn--mller-kva.example"],
  ["straße.example", "xn--strae-oqa.example"],
  ["статус.пример", "xn--80a7abcbg.xn--e1afmkfd"],
  ["ステータス状況abc.example", "xn--abc-4k4ba9ayc03aj655bypm.example"],
  ["status。例え.テスト", "status.xn--r8jz45g.xn--zckzah"],
  ["a--b.example.com", "a--b.example.com"],
] as const)
  test(`${written} is a domain name, and ${name} in DNS`, () => {
    expect(PATTERN.test(written)).toBe(true);
    expect(DomainConfigInput.parse({ provider: "cdn_b", domain: written })?.domain).toBe(name);
  });

for (const [written, why] of [
  ["pаypal.example", "has a Cyrillic letter among Latin ones"],
  ["xn--pypal-4ve.example", "is the same in Punycode"],
  ["status.exаmple.com", "mixes scripts in another label"],
  ["xn--a.example", "is no Punycode"],
  ["☃.example", "is no word"],
  ["müller\u00a0.example", "has a space"],
  [`${"ü".repeat(60)}.example`, "is too long in Punycode"],
  ["ⓔxample", "has one label"],
  ["user＠example.com", "is an address"],
  ["１２７.0.0.1", "is an IP address"],
] as const)
  test(`${written} is refused: it ${why}`, () => {
    expect(asciiDomain(written)).toBeNull();
    expect(DomainConfigInput.safeParse({ provider: "cdn_b", domain: written }).success).toBe(false);
  });

test("people read a name as it is written, and as it is entered where that differs", () => {
  expect(readableDomain("status.example.com")).toBe("status.example.com");
  expect(readableDomain("xn--mller-kva.example")).toBe("müller.example (xn--mller-kva.example)");
});
