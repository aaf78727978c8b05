import { readFindings } from "#lib/api/findings/read.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { readCertificate } from "#lib/domains/certificates/certificate.ts";
import { requestCertificate } from "#lib/domains/certificates/queries.ts";
import { DRIVERS } from "#lib/domains/drivers/drivers.ts";
import { DomainEngine } from "#lib/domains/engine.ts";
import { readHosts } from "#lib/domains/host-directory/read.ts";
import { shiftClock } from "#lib/platform/clock.ts";
import { AppError } from "#lib/platform/errors/errors.ts";
import { configuring, domainPage, newName } from "#tests/support/data/domain-pages.ts";
import { mintPage } from "#tests/support/data/mint.ts";
import { openCdns } from "#tests/support/stand-ins/cdns.ts";
import { expect, test } from "#tests/support/test.ts";

let cdns: Awaited<ReturnType<typeof openCdns>>;
test.beforeAll(async () => {
  cdns = await openCdns();
});
test.afterEach(() => shiftClock(0));
test.afterAll(() => cdns.close());

const WEEK_S = 7 * 86_400;

test("after seven days of configuring it has failed, and the name is anybody's", async ({
  database,
}) => {
  const page = await configuring(database);
  await page.age(WEEK_S - 60);
  await page.turn();
  expect(await page.config()).toMatchObject({ status: "configuring" });
  await database
    .updateTable("domains")
    .set({ proven_at: new Date().toISOString() })
    .where("name", "=", page.name)
    .execute();
  await requestCertificate(database, { name: page.name, status_page_id: page.page.id });
  await page.age(WEEK_S);
  await page.turn();
  expect(await readCertificate(database, page.name)).toBeNull();
  // No proxy may ask for a certificate for it.
  expect(await readHosts(database, [page.name])).toEqual(new Map());
  const error = expect.stringContaining("within seven days: the DNS records do not lead");
  expect(await page.config()).toMatchObject({ status: "failed_to_configure", error });
  expect(await page.letters()).toBe(1);
  expect(cdns.a.named(page.name)).toBeDefined();
  const taker = await domainPage(database);
  expect(await taker.ask("cdn_a", page.name)).toMatchObject({ status: "configuring" });
  // What the first one made at the provider is gone before the second one begins.
  await page.turn();
  expect(cdns.a.named(page.name)).toBeUndefined();
  expect(await page.phases()).toEqual([[page.name, null, "failed"]]);
  await taker.turn(3);
  const theirs = cdns.a.named(page.name);
  expect(await page.ask(null, null)).toMatchObject({ status: "disabled" });
  await page.turn();
  expect(await page.phases()).toEqual([]);
  expect(cdns.a.named(page.name)).toEqual(theirs);
  const fields = { "domain_config.domain": [{ code: "taken" }, { code: "domain_proof" }] };
  await expect(page.ask("cdn_a", page.name)).rejects.toMatchObject({ fields });
});

test("who waits long is looked at less often, and says what keeps it", async ({ database }) => {
  const page = await configuring(database);
  const pause_s = async (age_s: number) => {
    await page.age(age_s);
    await page.turn();
    const [row] = await page.rows();
    return Math.round((Date.parse(`${row?.due_at}Z`) - Date.now()) / 1_000);
  };
  expect(await pause_s(60)).toBeLessThanOrEqual(3);
  expect(await pause_s(3_600)).toBeGreaterThanOrEqual(9);
  expect(await pause_s(2 * 86_400)).toBeGreaterThanOrEqual(59);
  await page.age(WEEK_S);
  cdns.at_a.next.push({ status: 503 });
  await page.turn();
  const error = expect.stringContaining("within seven days: cdn_a has trouble (HTTP 503)");
  expect(await page.config()).toMatchObject({ status: "failed_to_configure", error });
});

test("a name that still shows the page is not released when setting it up anew fails", async ({
  database,
}) => {
  const page = await configuring(database);
  cdns.a.set(page.name, "active", "active");
  await page.turn();
  await page.ask("cdn_b", page.name);
  await page.turn(3);
  await page.age(WEEK_S);
  await page.turn();
  expect(await page.config()).toMatchObject({ status: "failed_to_configure" });
  const taker = await domainPage(database);
  await expect(taker.ask("cdn_a", page.name)).rejects.toMatchObject({ code: "invalid" });
});

test("an organization sets up twenty domains an hour, on all its pages together", async ({
  database,
}) => {
  const first = await domainPage(database);
  const other = await mintPage(database, first.organization.id);
  const second = await domainPage(database, { ...first.organization, page: other });
  for (let n = 0; n < 10; n += 1) {
    await first.ask("cdn_a", newName());
    await second.ask("cdn_a", newName());
  }
  const { domain } = await first.config();
  const refusal = await first.ask("cdn_a", newName()).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(AppError);
  expect(refusal).toMatchObject({
    code: "rate_limited",
    message: "An organization can set up at most 20 custom domains an hour",
  });
  expect(await first.config()).toMatchObject({ domain });
  expect(await first.ask(null, null)).toMatchObject({ status: "disabled" });
  shiftClock(3_601_000);
  expect(await first.ask("cdn_a", newName())).toMatchObject({ status: "configuring" });
});

test("the page's findings say since when a domain is set up, what keeps it, and why it failed", async ({
  database,
}) => {
  const page = await configuring(database);
  const { name: subject, turn, age } = page;
  const findings = () => readFindings(systemContext(database, "test"), page.page);
  const kind = "domain_unverified";
  expect(await findings()).toMatchObject([{ kind, subject, urgency: "info", detail: null }]);
  cdns.at_a.next.push({ status: 503 });
  await turn();
  await age(2 * 3_600);
  const detail = "cdn_a has trouble (HTTP 503); it is tried again.";
  expect(await findings()).toMatchObject([{ kind, subject, urgency: "warning", detail }]);
  cdns.a.set(subject, "blocked", "active", ["It is blocked."]);
  await turn();
  const why = expect.stringContaining("It is blocked.");
  const [failed] = await findings();
  expect(failed).toMatchObject({ kind, subject, urgency: "error", detail: why });
  expect(failed?.since).toMatch(/^\d{4}-/);
});

test("what an organization had at providers is taken away when it is deleted", async ({
  database,
}) => {
  const { name, organization } = await configuring(database);
  expect(cdns.a.named(name)).toBeDefined();
  await database.deleteFrom("organizations").where("id", "=", organization.id).execute();
  const engine = new DomainEngine(DRIVERS);
  await engine.tick();
  await engine.idle();
  expect(cdns.a.named(name)).toBeUndefined();
  const rows = database.selectFrom("domains").select("phase").where("name", "=", name);
  expect(await rows.execute()).toEqual([]);
});
