import { expect, test } from "@playwright/test";
import { maskUrl, shortUrl } from "#lib/platform/crypto/mask.ts";

test("an address is short without its scheme, user and query, and a hint stays readable", () => {
  const hint = maskUrl("https://hooks.example.com/services/T000/B000/0123456789");
  expect(shortUrl(hint ?? "")).toBe("hooks.example.com/…6789");
  expect(shortUrl(maskUrl("https://hooks.example.com/a") ?? "")).toBe("hooks.example.com/…");
  expect(shortUrl("https://user:pass@example.com:8443/hook?token=1#x")).toBe(
    "example.com:8443/hook",
  );
  expect(shortUrl("http://example.com/")).toBe("example.com");
  expect(shortUrl("")).toBe("");
});
