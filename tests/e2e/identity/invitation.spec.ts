import { hashToken } from "#lib/core/access/tokens.ts";
import { expect, signIn, test } from "#tests/support/browser/admin.ts";
import { type Minted, mintOrganization } from "#tests/support/data/mint.ts";
import type { Api } from "#tests/support/http/api.ts";

async function invite(api: Api, organization: Minted, email: string): Promise<string> {
  const owner = api.as(organization.owner.key);
  const answer = await owner.post(`/orgs/${organization.id}/members`, {
    member: { email, role: "editor" },
  });
  return answer.json<{ member: { invitation_url: string } }>().member.invitation_url;
}

test("who opens the link chooses a password, is signed in and manages the page; the link works once", async ({
  page,
  api,
  acme,
  server,
}) => {
  const url = await invite(api, acme.organization, "ada@new.example");
  await page.goto(url);
  await expect(page.getByRole("heading", { name: `Join ${acme.organization.name}` })).toBeVisible();
  await expect(page.getByText("ada@new.example")).toBeVisible();
  await page.getByLabel("Password").fill("short");
  await page.getByRole("button", { name: "Join" }).click();
  await expect(page.getByText("Should be at least 10 characters")).toBeVisible();
  await page.getByLabel("Your name").fill("Ada");
  await page.getByLabel("Password").fill("long enough for this");
  await page.getByRole("button", { name: "Join" }).click();
  await expect(page).toHaveURL(`${server.url}/pages/${acme.subdomain}/now`);
  await page.goto(url);
  await expect(
    page.getByRole("heading", { name: "This invitation is no longer valid" }),
  ).toBeVisible();
});

test("a link that ran out, or never was, says so", async ({
  page,
  api,
  acme,
  server,
  database,
}) => {
  const url = await invite(api, acme.organization, "late@new.example");
  await database
    .updateTable("memberships")
    .set({ invitation_expires_at: "2020-01-01T00:00:00" })
    .where("invitation_hash", "=", hashToken(url.split("/").at(-1) ?? ""))
    .execute();
  for (const gone of [url, `${server.url}/invitation/never-was`]) {
    await page.goto(gone);
    await expect(
      page.getByRole("heading", { name: "This invitation is no longer valid" }),
    ).toBeVisible();
  }
});

test("an invitation is accepted without JavaScript, and its link stays out of the log", async ({
  browser,
  api,
  acme,
  server,
}) => {
  const url = await invite(api, acme.organization, "plain@new.example");
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await page.goto(url);
  await page.getByLabel("Password").fill("long enough for this");
  await page.getByRole("button", { name: "Join" }).click();
  await expect(page.getByRole("heading", { name: "Now", exact: true })).toBeVisible();
  expect(server.output()).toContain("/invitation/…");
  expect(server.output()).not.toContain(url.split("/").at(-1));
});

test("who is signed in with the invited address joins without a password", async ({
  page,
  api,
  acme,
  server,
  database,
}) => {
  const { owner } = await mintOrganization(database);
  const url = await invite(api, acme.organization, owner.email.toUpperCase());
  await signIn(page, server, owner);
  await expect(page.getByRole("button", { name: "Account" }).first()).toBeAttached();
  await page.goto(url);
  await expect(page.getByLabel("Password")).toHaveCount(0);
  await page.getByRole("button", { name: "Join" }).click();
  await expect(page.getByRole("heading", { name: "Status pages" })).toBeVisible();
  await expect(page.getByText(acme.organization.name).first()).toBeVisible();
});
