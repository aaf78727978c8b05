import { expect, test } from "@playwright/test";
import { ownPath, pageUrl } from "#lib/core/addresses/url.ts";
import { provideEnv } from "#lib/platform/config/env.ts";

test("signing in leads to a path of the application, never to another site, however it is spelled", () => {
  for (const path of ["/", "/pages/acme/incidents?type=major#update-3"])
    expect(ownPath(path)).toBe(path);
  const elsewhere = [
    "//a.example",
    "/\\a.example",
    "/\t/a.example",
    "/\n\\a.example",
    "/.//a.example",
    "/x/..//a.example",
    "https://a.example",
  ];
  for (const next of ["", "x", "javascript:alert(1)", ...elsewhere])
    expect(ownPath(next), next).toBe("/");
});

test("a page of an installation at an IP address lives below the application's address", () => {
  const before = process.env.APP_URL;
  for (const [APP_URL, url] of [
    ["http://192.168.1.10:3000", "http://192.168.1.10:3000/s/acme"],
    ["http://[2001:db8::1]:3000", "http://[2001:db8::1]:3000/s/acme"],
    ["https://status.example.com", "https://acme.status.example.com"],
  ] as const) {
    process.env.APP_URL = APP_URL;
    provideEnv({});
    expect(pageUrl({ address: "acme" })).toBe(url);
  }
  if (before === undefined) delete process.env.APP_URL;
  else process.env.APP_URL = before;
  provideEnv({});
});
