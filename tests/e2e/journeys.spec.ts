import type { Page } from "@playwright/test";
import { arrive, test as base, expect, signIn } from "#tests/support/browser/admin.ts";
import { mintOrganization } from "#tests/support/data/mint.ts";
import { mintSubscription } from "#tests/support/data/subscriptions.ts";
import { linkIn, MailServer } from "#tests/support/stand-ins/mail-server.ts";
import { test as mailTest } from "#tests/support/stand-ins/mail-test.ts";

const test = base.extend<{ mail: MailServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
  mail: async ({}, use) => {
    const server = await MailServer.open();
    await use(server);
    await server.close();
  },
});

/** Counts what is clicked from now on, on every screen. */
async function countClicks(page: Page): Promise<() => number> {
  let clicks = 0;
  await page.exposeFunction("clicked", () => {
    clicks += 1;
  });
  await page.addInitScript(() => {
    const { clicked } = window as unknown as { clicked: () => void };
    addEventListener("click", ({ detail }) => detail > 0 && clicked(), true);
  });
  await page.reload();
  return () => clicks;
}

const LIST = Array.from(
  { length: 12 },
  (_, index) => `Service ${index} https://s${index}.example.com`,
).join("\n");

test("12 monitored services are on the published page within 10 clicks of a newcomer", async ({
  page,
  server,
  database,
}) => {
  const organization = await mintOrganization(database, { draft: true });
  const { subdomain } = organization.page;
  await signIn(page, server, organization.owner);
  const clicks = await countClicks(page);
  await arrive(page);
  await expect(page.getByRole("region", { name: "Visitors will read" })).toBeVisible();
  await page.getByRole("link", { name: "Add your services" }).click();
  await page.getByRole("link", { name: "Paste a list" }).click();
  await page.getByLabel("List").fill(LIST);
  await page.getByRole("button", { name: "Create 12 services" }).click();
  await expect(page.getByRole("rowheader")).toHaveCount(12);
  await page.getByRole("banner").getByRole("button", { name: "Publish page" }).click();
  await page.getByRole("status").getByRole("link", { name: "View page" }).click();
  await expect(page.getByText("Service 11").first()).toBeVisible();
  expect(clicks()).toBeLessThanOrEqual(10);
  expect((await server.visit(subdomain, "/")).status).toBe(200);
});

test("mail is set up and tested within 6 clicks of a newcomer", async ({
  page,
  server,
  acme,
  mail,
}) => {
  const { owner } = acme.organization;
  await signIn(page, server, owner);
  const clicks = await countClicks(page);
  await arrive(page);
  await page.getByRole("link", { name: "Set up mail" }).click();
  await page.getByLabel("SMTP server").fill("127.0.0.1");
  await page.getByLabel("Port").fill(String(mail.port));
  await page.getByLabel("Sender address").fill("status@example.com");
  await page.getByRole("button", { name: "Add integration" }).click();
  await page.getByRole("button", { name: "Send test" }).click();
  await mail.nth(owner.email);
  expect(clicks()).toBeLessThanOrEqual(6);
});

test("the first incident is posted and told to subscribers by 8 keys beside its text", async ({
  page,
  server,
  database,
  acme,
  api,
}) => {
  const { id, subdomain } = acme.organization.page;
  await mintSubscription(database, id);
  await database
    .updateTable("status_pages")
    .set({ settings: JSON.stringify({ notify_by_default: true }) })
    .where("id", "=", id)
    .execute();
  await signIn(page, server, acme.organization.owner);
  await arrive(page);
  const keys: string[] = [];
  const press = async (key: string) => {
    keys.push(key);
    await page.keyboard.press(key);
  };
  await press("c");
  await expect(page.getByLabel("Title", { exact: true })).toBeFocused();
  await page.keyboard.type("Card payments fail");
  await press("Tab");
  await press("Tab");
  await page.keyboard.type("We are looking into it.");
  await press("Tab");
  await page.keyboard.type("checkout");
  await press("Enter");
  await press("Control+Enter");
  await expect(page.getByRole("heading", { name: "Card payments fail" })).toBeVisible();
  expect(keys.length).toBeLessThanOrEqual(8);
  const listed = await api.get(`/status_pages/${subdomain}/incidents`);
  expect(listed.json<{ incidents: unknown[] }>().incidents).toMatchObject([
    {
      service_ids: [acme.services.checkout],
      updates: [{ description: "We are looking into it." }],
    },
  ]);
  const row = database.selectFrom("incident_updates").select("notify");
  expect(await row.where("status_page_id", "=", id).execute()).toEqual([{ notify: true }]);
});

mailTest(
  "an invitation reaches the invited by mail, and three clicks later they are in",
  async ({ browser, page, server, organization, mails }) => {
    await signIn(page, server, organization.owner, `/organizations/${organization.id}/members`);
    const email = `ada-${organization.id}@new.example`;
    await page.getByLabel("E-mail address").fill(email);
    await page.getByRole("button", { name: "Invite", exact: true }).click();
    const letter = await mails.nth(email);
    const invited = await (await browser.newContext()).newPage();
    await invited.goto(linkIn(letter, "invitation"));
    const clicks = await countClicks(invited);
    await invited.getByLabel("Your name").fill("Ada");
    await invited.getByLabel("Password").fill("long enough for this");
    await invited.getByRole("button", { name: "Join" }).click();
    await expect(invited.getByRole("heading", { name: "Now", exact: true })).toBeVisible();
    expect(clicks()).toBeLessThanOrEqual(3);
    await page.reload();
    await expect(page.getByRole("row", { name: `Ada ${email}` })).toBeVisible();
    await invited.context().close();
  },
);
