import { expect } from "#tests/support/browser/admin.ts";
import { enter, test } from "#tests/support/browser/members-page.ts";
import { activeDomain, newDomain, putDomain } from "#tests/support/data/domains.ts";

test("a member signs in on the custom domain and on the subdomain, and is signed in there alone", async ({
  page,
  server,
  database,
  members: { page: status, service, viewer, url },
}) => {
  const domain = newDomain();
  const custom = `http://${domain}:${server.port}`;
  await putDomain(database, status.id, activeDomain(domain));
  await page.goto(`${custom}/services/${service}`);
  await enter(page, `${custom}/services/${service}`, viewer);
  await expect(page).toHaveURL(`${custom}/services/${service}`);
  await expect(page.getByRole("heading", { name: "Vault" })).toBeVisible();
  const held = (await page.context().cookies()).filter(({ name }) => name === "allclear-page");
  expect(held.map((cookie) => cookie.domain)).toEqual([domain]);

  await page.goto(url);
  await expect(page.locator("body")).not.toContainText("Vault");
  await page.getByRole("link", { name: "Sign in" }).click();
  await expect(page).toHaveURL(`${url}/`);
  await expect(page.getByRole("link", { name: "Your access" })).toBeVisible();

  await page.goto(custom);
  await page.getByRole("link", { name: "Your access" }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.locator("body")).not.toContainText("Vault");
  for (const address of [custom, url]) {
    await page.goto(address);
    await expect(
      page.getByRole("heading", { name: "This status page is for members" }),
    ).toBeVisible();
  }
});

test("a page on its custom domain is fresh, links and scripts work, and nothing is loaded from elsewhere", async ({
  page,
  server,
  database,
  organization,
}) => {
  const domain = newDomain();
  const custom = `http://${domain}:${server.port}`;
  await putDomain(database, organization.page.id, activeDomain(domain));
  const hosts = new Set<string>();
  const errors: string[] = [];
  page.on("request", (request) => hosts.add(new URL(request.url()).host));
  page.on("console", (line) => line.type() === "error" && errors.push(line.text()));
  await page.goto(custom);
  await page.getByRole("link", { name: "History" }).first().click();
  await expect(page).toHaveURL(`${custom}/history`);
  await page.goto(custom);
  await page.getByRole("link", { name: "Subscribe" }).first().click();
  await expect(page).toHaveURL(`${custom}/subscribe`);
  expect([...hosts]).toEqual([`${domain}:${server.port}`]);
  expect(errors).toEqual([]);
});
