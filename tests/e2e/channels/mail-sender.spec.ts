import { arrive, test as base, expect } from "#tests/support/browser/admin.ts";
import { mintIntegration } from "#tests/support/data/integrations.ts";
import { NameServer } from "#tests/support/stand-ins/name-server.ts";

const test = base.extend<object, { names: NameServer }>({
  names: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
    async ({}, use) => {
      const server = await NameServer.open();
      await use(server);
      await server.close();
    },
    { scope: "worker" },
  ],
  serverEnv: [async ({ names }, use) => use({ DNS_SERVERS: names.address }), { scope: "worker" }],
});

test("the screen of a mail integration says what the DNS says about its sender", async ({
  admin: page,
  server,
  acme,
  database,
  names,
}) => {
  names.add("ada.test", "TXT", "v=spf1 include:_spf.ada.test -all");
  names.add("_dmarc.ada.test", "TXT", "v=DMARC1; p=none");
  const id = await mintIntegration(database, acme.organization.page.id);
  const fields = JSON.stringify({ relay: "mail.ada.test", email_from_address: "news@ada.test" });
  await database
    .updateTable("integrations")
    .set({ name: "smtp", fields })
    .where("id", "=", id)
    .execute();
  await arrive(page, `${server.url}/pages/${acme.subdomain}/integrations/${id}`);
  await expect(page.getByText("v=spf1 include:_spf.ada.test -all")).toBeVisible();
  await expect(page.getByText("A record says who may send.")).toBeVisible();
  await expect(page.getByText(/lets forged mail through/)).toBeVisible();
  await expect(page.getByText(/^No key is published/)).toBeVisible();
});
