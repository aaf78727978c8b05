import { mintPage } from "#tests/support/data/mint.ts";
import { expect, test } from "#tests/support/test.ts";

const OFF = {
  subscribers_enabled: false,
  ...Object.fromEntries(
    ["a_subscriptions", "b_notifications", "c_notifications"]
      .concat(["d_notifications", "e_notifications", "f_notifications"])
      .map((chat) => [`chat_${chat}_enabled`, false]),
  ),
  feed_enabled: false,
  calendar_enabled: false,
};

// What the statement says of each thing that can be switched on or off.
const SAYS = {
  "no cookies": "sets no cookies.",
  "cookies to sign in": "sets no cookies before you sign in",
  "nothing from elsewhere": "loads nothing from other servers",
  "own style": "style sheet of their own",
  "own code": "code of their own",
  "code untested": "own code adds or changes is not part",
  "calendars elsewhere": "Google Calendar and Outlook",
  "hashed counts": "counted under keyed hashes",
  subscriptions: "For each subscription, we keep",
  "7 days": "deleted after 7 days",
  "no subscriptions": "asks for no address.",
  feeds: "Feeds and calendars need no address",
  "log lines": "and your IP address",
  accessibility: "WCAG 2.2, level AA",
};
type Fact = keyof typeof SAYS;

const ALWAYS: Fact[] = ["log lines", "accessibility"];
const SUBSCRIBED: Fact[] = ["hashed counts", "subscriptions", "7 days"];
const PLAIN: Fact[] = ["no cookies", "nothing from elsewhere"];

test("the privacy statement says what is switched on, and nothing of what is not", async ({
  server,
  database,
  organization,
}) => {
  const cases: [Record<string, unknown>, Fact[]][] = [
    [{}, [...PLAIN, ...SUBSCRIBED, "feeds"]],
    [
      { external_calendar_enabled: true },
      [...PLAIN, ...SUBSCRIBED, "feeds", "calendars elsewhere"],
    ],
    [OFF, [...PLAIN, "no subscriptions"]],
    [{ ...OFF, chat_f_notifications_enabled: true }, [...PLAIN, ...SUBSCRIBED]],
    [
      { ...OFF, custom_css: "p{x:y}" },
      ["no cookies", "no subscriptions", "own style", "code untested"],
    ],
    [
      { ...OFF, custom_js: "go()" },
      ["no cookies", "no subscriptions", "own code", "code untested"],
    ],
  ];
  for (const [settings, facts] of cases) {
    const { subdomain } = await mintPage(database, organization.id, { settings });
    const { status, text } = await server.visit(subdomain, "/privacy");
    expect(status).toBe(200);
    const said = Object.entries(SAYS).flatMap(([fact, words]) =>
      text.includes(words) ? [fact] : [],
    );
    expect(said.sort(), JSON.stringify(settings)).toEqual([...ALWAYS, ...facts].sort());
  }
});

test("operators' code is told of only where it is; a restricted page tells of the cookies of signing in", async ({
  server,
  database,
  organization,
}) => {
  const code = await mintPage(database, organization.id, { settings: { custom_js: "go()" } });
  const below = await server.request(`/s/${code.subdomain}/privacy`);
  expect(below.text).toContain(SAYS["nothing from elsewhere"]);
  expect(below.text).not.toContain(SAYS["own code"]);
  const members = await mintPage(database, organization.id, { member_restricted: true });
  const headers = { authorization: organization.keys.owner };
  const { text } = await server.visit(members.subdomain, "/privacy", { headers });
  expect(text).toContain(SAYS["cookies to sign in"]);
  expect(text).toContain("for 30 minutes which browser asked");
  expect(text).toContain("for up to 12 hours");
  expect(text).not.toContain(SAYS["no cookies"]);
});

test("every page leads to the statement, and the statement to whoever can answer", async ({
  server,
  database,
  organization,
}) => {
  const settings = { support_email: "help@example.com" };
  const page = await mintPage(database, organization.id, { settings });
  const asked = { start: "/", statement: "/privacy?lang=de" };
  expect((await server.visit(page.subdomain, asked.start)).text).toContain('href="/privacy"');
  const { text } = await server.visit(page.subdomain, asked.statement);
  expect(text).toContain("<h1>Datenschutz und Barrierefreiheit</h1>");
  expect(text.replaceAll("<!-- -->", "")).toMatch(
    /wenden Sie sich an <a href="mailto:help@example\.com">help@example\.com<\/a>\./,
  );
  const without = await mintPage(database, organization.id, {});
  const other = (await server.visit(without.subdomain, "/privacy")).text.replaceAll("<!-- -->", "");
  expect(other).toMatch(new RegExp(`and contact <a href="[^"]+">${without.name}</a>\\.`));
});
