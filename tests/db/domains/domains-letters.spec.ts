import { env } from "#lib/platform/config/env.ts";
import { sendMessage } from "#lib/server/worker/send-message.ts";
import { configuring } from "#tests/support/data/domain-pages.ts";
import { mintUser } from "#tests/support/data/mint.ts";
import { openCdns } from "#tests/support/stand-ins/cdns.ts";
import { expect, mails, test } from "#tests/support/stand-ins/relay-test.ts";

let cdns: Awaited<ReturnType<typeof openCdns>>;
test.beforeAll(async () => {
  cdns = await openCdns();
});
test.afterAll(async () => {
  await cdns.close();
});

test("owners, and nobody else, are told why a domain failed, in their language", async ({
  database,
}) => {
  const { name, turn, organization, page } = await configuring(database);
  const german = await mintUser(database, organization.id, "owner");
  await database.updateTable("users").set({ locale: "de" }).where("id", "=", german.id).execute();
  const admin = await mintUser(database, organization.id, "admin");
  cdns.a.set(name, "moved", "active", ["It <b>moved</b> away."]);
  await turn();
  const ordered = await database
    .selectFrom("outbox")
    .select("id")
    .where("status_page_id", "=", page.id)
    .execute();
  for (const { id } of ordered) await sendMessage({ outbox_id: id });
  const [told] = mails.to(organization.owner.email);
  expect(told?.mail.subject).toBe(`${name} could not be set up: ${page.name}`);
  expect(told?.mail.text).toContain(`cdn_a gave up on ${name}: It <b>moved</b> away.`);
  expect(String(told?.mail.html)).toContain("It &lt;b&gt;moved&lt;/b&gt; away.");
  expect(told?.mail.text).toContain(`${env().APP_URL}/pages/${page.subdomain}/access`);
  const [auf_deutsch] = mails.to(german.email);
  expect(auf_deutsch?.mail.subject).toBe(`${name} konnte nicht eingerichtet werden: ${page.name}`);
  expect(mails.to(admin.email)).toEqual([]);
});
