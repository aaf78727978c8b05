import { expect, test } from "@playwright/test";
import { ownPath } from "#lib/core/addresses/url.ts";

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
