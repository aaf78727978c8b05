import { shiftClock } from "#lib/platform/clock.ts";
import { env } from "#lib/platform/config/env.ts";
import { domainPage, newName } from "#tests/support/data/domain-pages.ts";
import { openCdns } from "#tests/support/stand-ins/cdns.ts";
import { expect, test } from "#tests/support/test.ts";

let cdns: Awaited<ReturnType<typeof openCdns>>;
test.beforeAll(async () => {
  cdns = await openCdns();
});
test.afterEach(() => shiftClock(0));
test.afterAll(() => cdns.close());

const askedFor = (name: string) =>
  cdns.at_b.asked.filter(
    ({ url }) =>
      url.pathname.endsWith("loadFreeCertificate") && url.searchParams.get("hostname") === name,
  ).length;

test("cdn_b: one record is shown once the zone is there, and the certificate makes it active", async ({
  database,
}) => {
  const { ask, turn, config, events } = await domainPage(database);
  const name = newName();
  const empty = { hostname_cname_value: "", hostname_txt_name: "", certificate_txt_value: "" };
  expect((await ask("bunny", name)).validation_records).toMatchObject(empty);
  await turn(5);
  const zone = cdns.b.zoneWith(name);
  expect(zone).toMatchObject({
    OriginUrl: env().APP_URL,
    // The page is found by the host that visitors ask for.
    asked: { AddHostHeader: true, IgnoreQueryStrings: false, DisableCookies: false },
  });
  const waiting = await config();
  expect(waiting).toMatchObject({
    status: "configuring",
    main_hostname: `${zone?.Name}.b-cdn.net`,
    pullzone_id: zone?.Id,
    external_id: String(zone?.Id),
    validation_records: {
      hostname_cname_name: name,
      hostname_cname_value: `${zone?.Name}.b-cdn.net`,
      hostname_txt_name: "",
      certificate_txt_name: "",
    },
  });
  cdns.b.pointing.add(name);
  shiftClock(11_000);
  await turn(3);
  expect(await config()).toMatchObject({ ...waiting, status: "active" });
  const host = zone?.Hostnames.find(({ Value }) => Value === name);
  expect(host).toMatchObject({ HasCertificate: true, ForceSSL: true });
  expect(await events()).toEqual(["configuring", "active"]);
});

test("a certificate is asked for again until DNS is right: every few seconds, after ten minutes more rarely", async ({
  database,
}) => {
  const { ask, turn } = await domainPage(database);
  const name = newName();
  await ask("cdn_b", name);
  await turn(5);
  expect(askedFor(name)).toBe(1);
  await turn(3);
  expect(askedFor(name)).toBe(1);
  for (const [asked, seconds] of [3, 8, 15, 26, 37].entries()) {
    shiftClock(seconds * 1_000 + 500);
    await turn();
    expect(askedFor(name)).toBe(asked + 2);
  }
  shiftClock(660_000);
  await turn();
  shiftClock(690_000);
  await turn();
  expect(askedFor(name)).toBe(7);
  shiftClock(721_000);
  await turn();
  expect(askedFor(name)).toBe(8);
});

test("a zone's name that others have is not taken from them, nor is a zone of another origin", async ({
  database,
}) => {
  const { ask, turn, rows } = await domainPage(database);
  const name = newName();
  await ask("cdn_b", name);
  await turn(2);
  const states = (await rows()).map(({ state }) => state as { zone_name: string });
  const first = states[0]?.zone_name ?? "";
  expect(first).toMatch(/^status-[0-9a-f]{10}-example-com-[0-9a-f]{10}$/);
  cdns.b.add(first, "https://elsewhere.example.net");
  await turn(4);
  const zone = cdns.b.zoneWith(name);
  expect(zone?.OriginUrl).toBe(env().APP_URL);
  expect(zone?.Name).not.toBe(first);
});

test("a host that another account has fails, and can be set up once it is given up there", async ({
  database,
}) => {
  const { ask, turn, config, letters } = await domainPage(database);
  const name = newName();
  cdns.b.taken.add(name);
  await ask("cdn_b", name);
  await turn(5);
  const error = `cdn_b refused ${name}: The hostname is already registered.`;
  expect(await config()).toMatchObject({ status: "failed_to_configure", error });
  expect(await letters()).toBe(1);
  cdns.b.taken.delete(name);
  cdns.b.pointing.add(name);
  await ask("cdn_b", name);
  await turn(4);
  expect(await config()).toMatchObject({ status: "active", error: null });
});

test("bad credentials fail, and a zone that is gone is made anew", async ({ database }) => {
  const { ask, turn, config } = await domainPage(database);
  const name = newName();
  await ask("cdn_b", name);
  await turn(4);
  cdns.b.zones.clear();
  await turn(4);
  expect(cdns.b.zoneWith(name)).toBeDefined();
  cdns.at_b.next.push({ status: 401, body: { Message: "not authorized" } });
  await turn();
  const error = expect.stringContaining("does not accept the credentials (not authorized)");
  expect(await config()).toMatchObject({ status: "failed_to_configure", error });
});
