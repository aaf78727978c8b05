import { sql } from "kysely";
import { configuring, domainPage, newName } from "#tests/support/data/domain-pages.ts";
import { FALLBACK } from "#tests/support/stand-ins/cdn-a.ts";
import { openCdns } from "#tests/support/stand-ins/cdns.ts";
import { expect, test } from "#tests/support/test.ts";

let cdns: Awaited<ReturnType<typeof openCdns>>;
test.beforeAll(async () => {
  cdns = await openCdns();
});
test.afterAll(() => cdns.close());

test("cdn_a: three records are shown as they become known, and both states make it active", async ({
  database,
}) => {
  const { ask, turn, config, events } = await domainPage(database);
  const name = newName();
  expect(await ask("cloudflare", name)).toMatchObject({ status: "configuring", external_id: null });
  await turn(3);
  const custom = cdns.a.named(name);
  const records = {
    hostname_cname_name: name,
    hostname_cname_value: FALLBACK,
    hostname_txt_name: `_cf-custom-hostname.${name}`,
    hostname_txt_value: `owner-${custom?.id}`,
  };
  const none = { certificate_txt_name: "", certificate_txt_value: "" };
  expect(await config()).toMatchObject({
    provider: "cloudflare",
    status: "configuring",
    main_hostname: FALLBACK,
    external_id: custom?.id,
    validation_records: { ...records, ...none },
  });
  await turn();
  const certificate = {
    certificate_txt_name: `_acme-challenge.${name}`,
    certificate_txt_value: `token-0-${custom?.id}`,
  };
  const all = { validation_records: { ...records, ...certificate } };
  expect(await config()).toMatchObject(all);
  cdns.a.set(name, "active", "pending_deployment");
  await turn();
  expect(await config()).toMatchObject({ status: "configuring" });
  cdns.a.set(name, "active", "active");
  await turn();
  expect(await config()).toMatchObject({ status: "active", error: null, ...all });
  expect(await events()).toEqual(["configuring", "active"]);
});

test("several certificates have a value on a line each, and what was shown stays when it is not asked for any more", async ({
  database,
}) => {
  cdns.a.tokens = 2;
  const { name, turn, config } = await configuring(database);
  await turn();
  cdns.a.tokens = 1;
  const id = cdns.a.named(name)?.id;
  const both = {
    certificate_txt_name: `_acme-challenge.${name}`,
    certificate_txt_value: `token-0-${id}\ntoken-1-${id}`,
  };
  expect((await config()).validation_records).toMatchObject(both);
  cdns.a.set(name, "active", "active");
  await turn();
  expect(await config()).toMatchObject({ status: "active", validation_records: both });
});

test("a state that nobody knows means that it goes on", async ({ database }) => {
  const { name, turn, config } = await configuring(database);
  for (const state of ["pending_migration", "test_active", "some_new_state"]) {
    cdns.a.set(name, state, "active");
    await turn();
    cdns.a.set(name, "active", state);
    await turn();
    expect(await config()).toMatchObject({ status: "configuring", error: null });
  }
});

const LOST: [status: string, ssl: string][] = [
  ["moved", "pending_validation"],
  ["blocked", "active"],
  ["deleted", "active"],
  ["active", "validation_timed_out"],
  ["active", "issuance_timed_out"],
  ["active", "expired"],
];
for (const [status, ssl] of LOST)
  test(`${status}, ${ssl}: it fails with what the provider says, owners are told once, and asking anew has it checked again`, async ({
    database,
  }) => {
    const { name, turn, config, ask, letters } = await configuring(database);
    cdns.a.set(name, status, ssl, ["custom hostname does not CNAME to this zone."]);
    await turn(2);
    const error = expect.stringContaining("does not CNAME to this zone.");
    expect(await config()).toMatchObject({ status: "failed_to_configure", error });
    expect(await letters()).toBe(1);
    expect(await ask("cdn_a", name)).toMatchObject({ status: "configuring", error: null });
    await turn(2);
    const path = `/custom_hostnames/${cdns.a.named(name)?.id}`;
    const calls = cdns.at_a.asked.filter(({ url }) => url.pathname.endsWith(path));
    expect(calls.at(-2)?.method).toBe("PATCH");
    expect(await config()).toMatchObject({ status: "configuring" });
    cdns.a.set(name, "active", "active");
    await turn();
    expect(await config()).toMatchObject({ status: "active" });
    expect(await letters()).toBe(1);
  });

test("an active hostname that is lost fails; one that renews its certificate stays active", async ({
  database,
}) => {
  const { name, turn, config } = await configuring(database);
  cdns.a.set(name, "active", "active");
  await turn();
  cdns.a.set(name, "active", "pending_validation");
  await turn();
  expect(await config()).toMatchObject({ status: "active" });
  cdns.a.set(name, "moved", "active");
  await turn();
  expect(await config()).toMatchObject({ status: "failed_to_configure" });
});

test("what is gone at the provider is made anew, and what others made is left to them", async ({
  database,
}) => {
  const { name, turn, ask, rows } = await configuring(database);
  cdns.a.hostnames.clear();
  await turn(3);
  expect(cdns.a.named(name)).toBeDefined();
  await ask(null, null);
  await turn();
  expect(cdns.a.named(name)).toBeUndefined();
  expect(await rows()).toEqual([]);
  const theirs = newName();
  const other = await configuring(database, theirs);
  const custom = cdns.a.named(theirs);
  await other.ask(null, null);
  await other.turn();
  expect(cdns.a.named(theirs)).toBeUndefined();
  if (custom) cdns.a.hostnames.set(custom.id, custom);
  await other.ask("cdn_a", theirs);
  await other.turn(2);
  expect(await other.config()).toMatchObject({ external_id: custom?.id });
  await other.ask(null, null);
  await other.turn(2);
  expect(cdns.a.named(theirs)).toEqual(custom);
});

test("what could not be taken away in time is gone on with, and not deleted later", async ({
  database,
}) => {
  const { name, turn, ask, config, phases } = await configuring(database);
  const made = cdns.a.named(name);
  await ask(null, null);
  cdns.at_a.next.push({ status: 503 });
  await turn();
  const removal = (hours: number) =>
    sql`update domains set claimed_until = now() + ${hours} * interval '1 hour'
      where name = ${name} and phase = 'leaving'`.execute(database);
  await removal(1);
  await ask("cdn_a", name);
  await turn(3);
  cdns.a.set(name, "active", "active");
  await removal(-1);
  await turn();
  expect(await phases()).toEqual([[name, "cdn_a", "active"]]);
  expect(await config()).toMatchObject({ status: "active", external_id: made?.id });
  expect(cdns.a.named(name)).toEqual(made);
  await ask(null, null);
  await turn();
  expect(cdns.a.named(name)).toBeUndefined();
});

test("what somebody made after the provider refused it to us is theirs, and stays when the domain goes", async ({
  database,
}) => {
  const { name, ...page } = await configuring(database);
  const custom = cdns.a.named(name);
  await page.ask(null, null);
  await page.turn();
  await page.ask("cdn_a", name);
  await page.turn(2);
  const refused = { success: false, errors: [{ code: 1406, message: "Not this one." }] };
  cdns.at_a.next.push({ status: 200, body: { result: [] } }, { status: 409, body: refused });
  await page.turn();
  expect(await page.config()).toMatchObject({ status: "failed_to_configure" });
  if (custom) cdns.a.hostnames.set(custom.id, custom);
  await page.ask("cdn_a", name);
  await page.turn();
  expect(await page.config()).toMatchObject({ status: "configuring", external_id: custom?.id });
  await page.ask(null, null);
  await page.turn(2);
  expect(cdns.a.named(name)).toEqual(custom);
});
