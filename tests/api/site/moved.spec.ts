import { isInbox, type PublicRoute } from "#lib/core/routes/route.ts";
import { API_ROUTES, FORMS, PAGE_ROUTES } from "#lib/core/routes/routes.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { holdOrganization } from "#tests/support/db/held.ts";
import { expect, test } from "#tests/support/test.ts";

const ELSEWHERE = "https://eu.example.com";

const pathOf = (pattern: string, subdomain: string) =>
  pattern
    .replace("[subdomain]", subdomain)
    .replace("[token]", "a".repeat(43))
    .replace("[file]", "7-abc.png")
    .replace("[day]", "2026-11-01")
    .replace("/index.json", ".json")
    .replaceAll(/\[\w+\]/g, "7");

const linkIn = (html: string) => /<a href="([^"]*)">/.exec(html)?.[1]?.replaceAll("&amp;", "&");

/** Browsers follow no redirect from a form to another host. */
function wantedOf(route: PublicRoute, method: string): number {
  if (method === "GET") return 301;
  return isInbox(route) ? 308 : 410;
}

test("every address of a page that has moved leads to the same path at the other installation, and none once it is back", async ({
  database,
  server,
  organization,
}) => {
  const { id, page } = organization;
  const { subdomain } = page;
  const before = await server.visit(subdomain, "/");
  expect(before.status).toBe(200);
  await holdOrganization(database, id, { moving_at: wireNow(), moved_to: ELSEWHERE });
  const stayed: unknown[] = [];
  const base = `${ELSEWHERE}/s/${subdomain}`;
  for (const route of PAGE_ROUTES) {
    const { pattern, methods } = route;
    const path = `${pathOf(pattern, subdomain)}?lang=de&x=1`;
    const inside = path.startsWith("/?") ? path.slice(1) : path;
    const posts = methods.includes("POST") && pattern !== FORMS.unsubscribe.pattern;
    for (const method of ["GET", ...(posts ? ["POST"] : [])].filter((one) => methods.includes(one)))
      for (const [address, location] of [
        [() => server.visit(subdomain, path, { method }), base + path],
        [() => server.request(`/s/${subdomain}${inside}`, { method }), base + inside],
      ] as const) {
        const { status, headers, text } = await address();
        const found = method === "GET" || isInbox(route) ? headers.location : linkIn(text);
        const wanted = wantedOf(route, method);
        const leads = methods.includes("GET") || isInbox(route) ? location : `${base}/`;
        if (status !== wanted || found !== leads)
          stayed.push([method, pattern, status, found, leads]);
        const caching = String(headers["cache-control"]);
        if (!/max-age=0|no-store/.test(caching)) stayed.push([pattern, caching]);
      }
  }
  for (const { pattern } of API_ROUTES) {
    const path = `/api/v2${pathOf(pattern.replace("[service_id]", "7"), subdomain)}`;
    const { status, headers } = await server.request(path);
    const said = [status, headers.location, headers["cache-control"]];
    const wanted = [308, ELSEWHERE + path, "private, no-store"];
    if (said.join() !== wanted.join()) stayed.push([pattern, ...said]);
  }
  expect(stayed).toEqual([]);
  const live = await server.visit(subdomain, "/live");
  expect(live.status).toBe(404);
  await holdOrganization(database, id, {});
  await expect.poll(async () => (await server.visit(subdomain, "/")).status).toBe(200);
});
