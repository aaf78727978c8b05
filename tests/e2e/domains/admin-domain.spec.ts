import { sql } from "kysely";
import { arrive, test as base, expect } from "#tests/support/browser/admin.ts";
import { expectAccessible } from "#tests/support/browser/axe.ts";
import { certify } from "#tests/support/data/certificates.ts";
import { newDomain, putDomain } from "#tests/support/data/domains.ts";
import { mintOrganization } from "#tests/support/data/mint.ts";
import { NameServer } from "#tests/support/stand-ins/name-server.ts";

const TARGET = "pages.allclear.test";
const HERE = "127.0.0.1";

const test = base.extend<object, { names: NameServer }>({
  names: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
    async ({}, use) => {
      const server = await NameServer.open();
      server.add(TARGET, "A", HERE);
      await use(server);
      await server.close();
    },
    { scope: "worker" },
  ],
  serverEnv: [
    async ({ names }, use) => use({ DNS_SERVERS: names.address, DOMAIN_TARGET: TARGET }),
    { scope: "worker" },
  ],
});

test("a domain of one's own is asked for, its record copied, and it works without another click", async ({
  admin: page,
  server,
  acme,
  names,
}) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await arrive(page, `${server.url}/pages/${acme.subdomain}/access`);
  await page.getByLabel("Own domain").fill("no domain");
  await page.getByLabel("Provided by").selectOption("This server");
  const save = page.locator("#domain").getByRole("button", { name: "Save changes" });
  await save.click();
  await expect(page.getByLabel("Own domain")).toHaveAttribute("aria-invalid", "true");
  const domain = newDomain();
  await page.getByLabel("Own domain").fill(domain);
  await save.click();
  await expect(page.getByText("Being set up", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Copy Value of the CNAME record" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(TARGET);
  const record = page.getByRole("region", { name: `: ${domain}` });
  await expect(record).toContainText("DNS does not know the name");
  await page.getByText("Does someone else manage the DNS?").click();
  await page.getByRole("button", { name: "Copy Message to forward to them" }).click();
  const message = await page.evaluate(() => navigator.clipboard.readText());
  expect(message).toContain(`Name: ${domain}`);
  expect(message).toContain(`Value: ${TARGET}`);

  names.add(domain, "A", HERE);
  await expect(page.getByText("Working", { exact: true })).toBeVisible();
  const custom = `http://${domain}:${server.port}`;
  await expect(page.getByText(custom, { exact: true })).toBeVisible();
  await expect(record).toContainText("has the same IP addresses as");
  await page.getByRole("button", { name: "Check now" }).click();
  await expect(page.getByText("Checked", { exact: true })).toBeVisible();
  await page.goto(custom);
  await expect(page.getByRole("banner")).toContainText(acme.organization.page.name);
});

test("a certificate of one's own is uploaded and removed; one that does not fit is told why", async ({
  admin: page,
  server,
  acme,
  names,
  database,
}) => {
  const domain = newDomain();
  names.add(domain, "A", HERE);
  await arrive(page, `${server.url}/pages/${acme.subdomain}/access`);
  await page.getByLabel("Own domain").fill(domain);
  await page.getByLabel("Provided by").selectOption("This server");
  await page.locator("#domain").getByRole("button", { name: "Save changes" }).click();
  await page.getByText("Upload a certificate").click();
  const chain = page.getByLabel("Certificate chain");
  const key = page.getByLabel("Private key");
  const other = certify({ host: "other.example" });
  await chain.fill(other.cert);
  await key.fill(other.keyPem);
  await page.getByRole("button", { name: "Use this certificate" }).click();
  await expect(chain).toHaveAttribute("aria-invalid", "true");
  const own = certify({ host: domain });
  await chain.fill(own.cert);
  await key.fill(own.keyPem);
  await page.getByRole("button", { name: "Use this certificate" }).click();
  await expect(page.getByText("The certificate is in use")).toBeVisible();
  await expect(page.locator("body")).not.toContainText(own.keyPem.slice(40, 80));
  // A proxy in front may present another one: what was uploaded stays removable.
  await database
    .updateTable("domains")
    .set({
      report: sql`jsonb_set(report, '{certificate,source}', '"elsewhere"')`,
      claimed_until: "2100-01-01T00:00:00",
    })
    .where("name", "=", domain)
    .execute();
  await page.reload();
  await page.getByRole("button", { name: "Remove it" }).click();
  await expect(page.getByText("The certificate was removed")).toBeVisible();
  await expect(page.getByRole("button", { name: "Remove it" })).toBeHidden();
});

test("on a phone nothing of the domain is cut, and everything has a name", async ({
  admin: page,
  server,
  acme,
  database,
}) => {
  const overflow = () =>
    page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
  const taken = newDomain();
  const other = await mintOrganization(database);
  const asked = { provider: "cdn_b", domain: taken, status: "configuring" } as const;
  await putDomain(database, other.page.id, asked);
  await page.setViewportSize({ width: 360, height: 800 });
  await arrive(page, `${server.url}/pages/${acme.subdomain}/access`);
  // What is taken may still be had by its owner, who reads how.
  await page.getByLabel("Own domain").fill(taken);
  await page.getByLabel("Provided by").selectOption("This server");
  await page.locator("#domain").getByRole("button", { name: "Save changes" }).click();
  await expect(page.locator("#domain")).toContainText(`TXT record _allclear.${taken} with the`);
  expect(await overflow()).toBeLessThanOrEqual(0);
  await page.getByLabel("Own domain").fill(`a-rather-long-name-for-a-domain.${newDomain()}`);
  await page.getByLabel("Provided by").selectOption("Cloudflare");
  await page.locator("#domain").getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("button", { name: "Copy Value of the TXT record" })).toHaveCount(2);
  await expectAccessible(page, { schemes: ["light"] });
  expect(await overflow()).toBeLessThanOrEqual(0);
});
