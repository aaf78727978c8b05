import { expect, test } from "@playwright/test";
import { Tenants } from "#lib/server/front/tenants.ts";

test("what is asked of a page counts for the tenant that an answer named, by whichever way it is asked", () => {
  const tenants = new Tenants();
  expect(tenants.of({ page: "acme", path: "/" })).toBeUndefined();
  tenants.learn({ page: "acme", path: "/s/acme" }, "12");
  tenants.learn({ page: null, path: "/api/v2/status_pages/globex/summary" }, "13");
  tenants.learn({ page: "nobody", path: "/s/nobody" }, undefined);
  const of = (page: string | null, path: string) => tenants.of({ page, path });
  expect([
    of("acme", "/history"),
    of(null, "/api/v2/status_pages/acme/incidents/1"),
    of(null, "/api/v1/status_pages/acme"),
    of(null, "/pages/globex/incidents"),
    of("nobody", "/"),
    of(null, "/sign-in"),
  ]).toEqual(["12", "12", "12", "13", undefined, undefined]);
});
