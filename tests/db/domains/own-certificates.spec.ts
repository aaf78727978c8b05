import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { authorizeProgram } from "#lib/core/access/authorize.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { requestOwnCertificates } from "#lib/domains/acme/engine.ts";
import { readCertificate } from "#lib/domains/certificates/certificate.ts";
import { deleteStatusPage } from "#lib/pages/create.ts";
import { certify } from "#tests/support/data/certificates.ts";
import { mintOrganization, mintPage } from "#tests/support/data/mint.ts";
import { withEnv } from "#tests/support/data/ordering.ts";
import { expect, test } from "#tests/support/data/ordering-test.ts";
import { run } from "#tests/support/server/run.ts";

const zone = () => `z${randomBytes(4).toString("hex")}.example.net`;

test("the installation's own hosts are certified: its own first, new pages before old ones", async ({
  database,
  organization,
  authority,
  names,
  ordering,
}) => {
  // What other tests left would come before the second page of one organization.
  await database.deleteFrom("organizations").where("id", "<>", organization.id).execute();
  const pages = zone();
  const app = `app.${pages}`;
  names.add(app, "A", "127.0.0.1");
  const older = organization.page.subdomain;
  const page = await mintPage(database, organization.id);
  for (const one of [older, page.subdomain]) names.add(`${one}.${pages}`, "A", "127.0.0.1");
  const own = { APP_URL: `https://${app}`, PAGES_DOMAIN: pages };
  const restore = withEnv({ ...own, ACME_ORDERS_PER_HOUR: "1" });
  ordering();
  const placed = () => authority.orders.map(({ name }) => name);
  const ours = [app, `${page.subdomain}.${pages}`, `${older}.${pages}`];
  for (const [index, name] of ours.entries()) {
    withEnv({ ACME_ORDERS_PER_HOUR: String(index + 1) });
    await expect.poll(placed).toEqual(ours.slice(0, index + 1));
    await expect.poll(() => readCertificate(database, name)).toMatchObject({ state: "valid" });
  }

  const ctx = systemContext(database, "test");
  await deleteStatusPage(ctx, { organization_id: organization.id, subdomain: page.subdomain });
  await expect.poll(() => authority.revoked.length).toBe(1);
  expect(await readCertificate(database, `${page.subdomain}.${pages}`)).toBeNull();
  restore();
});

test("organizations take turns, and none gets more than its share of an authority's week or hour", async ({
  database,
  organization,
  authority,
  names,
  ordering,
}) => {
  const pages = zone();
  const host = (page: { subdomain: string }) => `${page.subdomain}.${pages}`;
  const other = await mintOrganization(database);
  const many = [organization.page];
  for (let n = 0; n < 3; n += 1) many.push(await mintPage(database, organization.id));
  for (const page of [other.page, ...many]) names.add(host(page), "A", "127.0.0.1");
  const placed = () => authority.orders.map(({ name }) => name);
  const own = { APP_URL: "https://localhost", PAGES_DOMAIN: pages };
  const restore = withEnv({ ...own, ACME_PAGES_PER_WEEK: "2", ACME_ORDERS_PER_HOUR: "0" });
  ordering();
  await expect.poll(placed).toHaveLength(3);
  expect(placed()).toContain(host(other.page));
  // The last hour is over, the week is not.
  await sql`update certificate_orders set ordered_at = ordered_at - interval '2 hours'`.execute(
    database,
  );
  const later = await mintPage(database, other.id);
  names.add(host(later), "A", "127.0.0.1");
  await expect.poll(placed).toContain(host(later));
  expect(placed()).toHaveLength(4);
  withEnv({ ACME_PAGES_PER_WEEK: "3" });
  await expect.poll(placed).toHaveLength(5);
  const { id } = organization;
  await sql`insert into certificate_orders (name, organization_id)
    select 'x.example.net', ${id} from generate_series(1, 40)`.execute(database);
  withEnv({ ACME_PAGES_PER_WEEK: "0", ACME_ORDERS_PER_HOUR: "80" });
  const last = await mintPage(database, other.id);
  names.add(host(last), "A", "127.0.0.1");
  await expect.poll(placed).toContain(host(last));
  expect(placed()).toHaveLength(6);
  restore();
});

test("what TLS_CERTIFICATE_FILE covers is not ordered", async ({
  database,
  organization,
  authority: _,
}) => {
  const pages = zone();
  const app = `app.${pages}`;
  const { cert, keyPem } = certify({ host: `*.${pages}` });
  const [certificate, key] = ["cert", "key"].map((name) =>
    join(run().folder, `${pages}-${name}.pem`),
  );
  writeFileSync(certificate ?? "", cert);
  writeFileSync(key ?? "", keyPem);
  const restore = withEnv({
    APP_URL: `https://${app}`,
    PAGES_DOMAIN: pages,
    TLS_CERTIFICATE_FILE: certificate ?? "",
    TLS_KEY_FILE: key ?? "",
  });
  await requestOwnCertificates(database, authorizeProgram(systemContext(database, "test")));
  const host = `${organization.page.subdomain}.${pages}`;
  expect(await readCertificate(database, host)).toMatchObject({ source: "file", state: "valid" });
  expect(await readCertificate(database, app)).toMatchObject({ source: "file", state: "valid" });
  expect(await readCertificate(database, "status.example.com")).toBeNull();
  expect(await database.selectFrom("certificates").select("name").execute()).toEqual([]);
  restore();
});
