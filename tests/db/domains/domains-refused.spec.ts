import { sealSecrets } from "#lib/pages/integrations/secrets.ts";
import { secondsBetween, wireNow } from "#lib/platform/clock.ts";
import { configuring, domainPage, newName } from "#tests/support/data/domain-pages.ts";
import { mintCdn } from "#tests/support/data/integrations.ts";
import { FALLBACK, TOKEN, ZONE, ZONE_NAME } from "#tests/support/stand-ins/cdn-a.ts";
import { openCdns } from "#tests/support/stand-ins/cdns.ts";
import { expect, test } from "#tests/support/test.ts";

let cdns: Awaited<ReturnType<typeof openCdns>>;
test.beforeAll(async () => {
  cdns = await openCdns();
});
test.afterAll(() => cdns.close());

test("a name that the provider refuses fails with its reason", async ({ database }) => {
  const { config } = await configuring(database, newName().replace("example.com", "x.invalid"));
  const error = expect.stringMatching(/^cdn_a refused .*: Reserved top level domain$/);
  expect(await config()).toMatchObject({ status: "failed_to_configure", error });
});

test("bad credentials fail with a sentence that holds no secret, and mended ones go on", async ({
  database,
}) => {
  const page = await domainPage(database);
  const key = "secret-token-of-theirs";
  const id = await mintCdn(database, page.page.id, { name: "cloudflare", key, domain: ZONE });
  const name = newName();
  await page.ask("cdn_a", name);
  await page.turn(2);
  const { error } = await page.config();
  expect(error).toContain("does not accept the credentials (Authentication error)");
  expect(JSON.stringify(await page.rows())).not.toContain(key);
  expect(JSON.stringify(await page.config())).not.toContain(key);
  const mended = sealSecrets({ key: TOKEN });
  await database.updateTable("integrations").set(mended).where("id", "=", id).execute();
  await page.ask("cdn_a", name);
  await page.turn(3);
  expect(cdns.a.named(name)).toBeDefined();
});

test("the integration names its zone by ID or domain, and without one says so", async ({
  database,
}) => {
  const page = await domainPage(database);
  const name = newName();
  const named = { name: "cdn_a", key: TOKEN, domain: ZONE_NAME };
  await mintCdn(database, page.page.id, named);
  await page.ask("cdn_a", name);
  await page.turn(3);
  expect(cdns.a.named(name)).toBeDefined();
  const other = await domainPage(database);
  await mintCdn(database, other.page.id, { ...named, domain: "unknown.example.net" });
  await other.ask("cdn_a", newName());
  await other.turn(2);
  const error = "The API token of cdn_a sees no zone unknown.example.net.";
  expect(await other.config()).toMatchObject({ status: "failed_to_configure", error });
});

test("a zone without fallback origin gets this server as one", async ({ database }) => {
  cdns.a.fallback = null;
  const { config } = await configuring(database);
  expect(cdns.a.fallback).toBe("localhost");
  expect(await config()).toMatchObject({ main_hostname: "localhost" });
  cdns.a.fallback = FALLBACK;
});

test("429, 5xx, odd answers and broken connections put it off, for as long as they ask", async ({
  database,
}) => {
  const { name, turn, config, rows } = await configuring(database);
  const waits = async (reply: (typeof cdns.at_a.next)[number]) => {
    cdns.at_a.next.push(reply);
    await turn();
    const [row] = await rows();
    const wait_s = secondsBetween(wireNow(), row?.due_at ?? "");
    return [row?.trouble, row?.attempts, Math.round(wait_s / 10) * 10];
  };
  const busy = { status: 429, headers: { "retry-after": "120" } };
  expect(await waits(busy)).toEqual(["cdn_a asks to wait (HTTP 429).", 1, 120]);
  const down = "cdn_a has trouble (HTTP 503); it is tried again.";
  expect(await waits({ status: 503 })).toEqual([down, 2, 10]);
  const odd = "cdn_a gave an odd answer; it is tried again.";
  expect(await waits({ status: 200, body: "<html>" })).toEqual([odd, 3, 10]);
  const broken = "cdn_a cannot be reached (connection_failed); it is tried again.";
  expect(await waits("hang up")).toEqual([broken, 4, 20]);
  expect(await config()).toMatchObject({ status: "configuring", error: null });
  cdns.a.set(name, "active", "active");
  await turn();
  expect(await config()).toMatchObject({ status: "active" });
  expect(await rows()).toMatchObject([{ trouble: null, attempts: 0 }]);
});
