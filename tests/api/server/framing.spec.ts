import { addressOf } from "#tests/support/actions/call.ts";
import { cookieOf, mintSubject } from "#tests/support/actions/people.ts";
import { readSources } from "#tests/support/code/sources.ts";
import { expect, test } from "#tests/support/test.ts";

const PREVIEWS = /\/pages\/\[subdomain\]\/(appearance|emails|emails\/kept)\/preview$/;

/** Every address of the application itself that a browser can open. */
const SCREENS = readSources()
  .map(({ path }) => path)
  .filter((path) => /^app\/\((?!public\))\w+\)\/.*(?:page\.tsx|route\.ts)$/.test(path))
  .map((path) => path.replace(/\/(?:page\.tsx|route\.ts)$/, ""));

test("no site can frame a screen of the application, signed in or not; it frames its own previews alone", async ({
  database,
  server,
}) => {
  const { user, ids } = await mintSubject(database);
  const signedIn = { cookie: await cookieOf(database, user) };
  expect(SCREENS.length).toBeGreaterThan(60);
  const framed: string[] = [];
  for (const screen of SCREENS)
    for (const headers of [{}, signedIn]) {
      const { headers: answer, status } = await server.request(addressOf(screen, ids), { headers });
      const policy = String(answer["content-security-policy"]);
      const allowed = PREVIEWS.test(screen) ? "'self'" : "'none'";
      if (!policy.includes(`frame-ancestors ${allowed}`))
        framed.push(`${status} ${screen}: ${policy}`);
    }
  expect(framed).toEqual([]);
});

// What screens read of their addresses.
const PARAMETERS = [
  ...["after", "before", "done", "q", "type", "state", "event", "from", "to", "until", "service"],
  ...["webhook_id", "status", "action", "actor", "subject", "status_page", "draft", "kind", "page"],
  ...["choose", "period", "edit", "next", "path", "sort", "service_id", "incident", "copy", "view"],
  ...["query", "template", "day", "group_id", "month", "email", "limit", "browser", "mail"],
];

test("no screen fails for a parameter that its address has twice, or that is nonsense", async ({
  database,
  server,
}) => {
  const { user, ids } = await mintSubject(database);
  const headers = { cookie: await cookieOf(database, user) };
  // A cursor that is not ours is not found, whatever else is asked for.
  const others = PARAMETERS.filter((name) => name !== "after" && name !== "before");
  const twice = others.map((name) => `${name}=a&${name}=b`).join("&");
  const nonsense = others.map((name) => `${name}=%00`).join("&");
  const queries = ["after=a&after=b", "after=%00", twice, nonsense];
  const failed: string[] = [];
  for (const screen of SCREENS)
    for (const query of queries) {
      const address = `${addressOf(screen, ids)}?${query}`;
      const { status } = await server.request(address, { headers });
      if (status >= 500) failed.push(`${status} ${address}`);
    }
  expect(failed).toEqual([]);
});
