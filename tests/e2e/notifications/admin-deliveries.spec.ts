import { later, wireNow } from "#lib/platform/clock.ts";
import { arrive, expect, signIn, test } from "#tests/support/browser/admin.ts";
import { mintIncident } from "#tests/support/data/incidents.ts";
import { mintService, mintUser } from "#tests/support/data/mint.ts";
import { mintSubscription } from "#tests/support/data/subscriptions.ts";
import { mintMessage, mintNews } from "#tests/support/db/ledger.ts";

type Db = Parameters<typeof mintNews>[0];

/** An incident with an update that two people were told of: one heard, one did not. */
async function told(database: Db, page: number) {
  const now = wireNow();
  const service = await mintService(database, page, { name: "Checkout" });
  const incident = await mintIncident(database, page, {
    ...{ severity: "major", service_ids: [service], starts_at: now, ends_at: null },
  });
  const { id: update_id } = await database
    .insertInto("incident_updates")
    .values({
      ...{ status_page_id: page, incident_id: incident, type: "identified" },
      ...{ description: "We know why.", posted_at: now },
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const subject = `incident:${incident}`;
  const news = await mintNews(database, page, { subject, update_id });
  const ada = await mintSubscription(database, page, { email: "ada@example.com" });
  const bob = await mintSubscription(database, page, { email: "bob@example.com" });
  const late = { state: "withdrawn", reason: "too late", attempts: 0 } as const;
  await mintMessage(database, page, news, ada, { answer: "250 queued as 4F2" });
  await mintMessage(database, page, news, bob, late);
  return { incident, ada, bob, news };
}

test("an update leads to who was told of it, and a message is sent again", async ({
  admin: page,
  server,
  acme,
  database,
}) => {
  const { incident, bob } = await told(database, acme.organization.page.id);
  await arrive(page, `${server.url}/pages/${acme.subdomain}/incidents/${incident}`);
  await expect(page.getByRole("link", { name: "For 2 subscribers" })).toBeVisible();
  await page.getByRole("link", { name: "1 withdrawn" }).click();
  await expect(page).toHaveURL(/state=withdrawn/);
  const row = page.getByRole("row", { name: "bob@example.com" });
  await expect(row).toContainText("It was more than a day old");
  await expect(page.getByRole("row", { name: "ada@example.com" })).toHaveCount(0);
  await row.getByRole("button", { name: "Send again" }).click();
  await expect(page.getByText("It is on its way again").first()).toBeVisible();
  await expect
    .poll(async () => {
      const { state, attempts } = await database
        .selectFrom("notifications")
        .select(["state", "attempts"])
        .where("subscription_id", "=", bob)
        .executeTakeFirstOrThrow();
      return `${state} ${attempts}`;
    })
    .toMatch(/^(waiting|handed_over) [01]$/);
  await page.getByRole("link", { name: "Show everything" }).click();
  await expect(page.getByRole("row", { name: "ada@example.com" })).toContainText("250 queued");
  await page.getByLabel("Any channel").selectOption("sms");
  await expect(page.getByText("No matches")).toBeVisible();
});

test("who may not change subscriptions reads the log without addresses to follow or buttons to press", async ({
  page,
  server,
  acme,
  database,
}) => {
  await told(database, acme.organization.page.id);
  await signIn(page, server, await mintUser(database, acme.organization.id, "editor"));
  await arrive(page, `${server.url}/pages/${acme.subdomain}/deliveries`);
  await expect(page.getByRole("row", { name: "ada@example.com" })).toBeVisible();
  await expect(page.getByRole("link", { name: "ada@example.com" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: /Send again/ })).toHaveCount(0);
});

test("a message of more than a week ago, and one to who is gone, is only shown", async ({
  admin: page,
  server,
  acme,
  database,
}) => {
  const { id } = acme.organization.page;
  const inserted_at = later(wireNow(), -8 * 86_400);
  const news = await mintNews(database, id, { inserted_at });
  await mintMessage(database, id, news, await mintSubscription(database, id));
  await mintMessage(database, id, await mintNews(database, id), 999_999_999);
  await arrive(page, `${server.url}/pages/${acme.subdomain}/deliveries`);
  await expect(page.getByRole("row").filter({ hasText: "Accepted" })).toHaveCount(2);
  await expect(page.getByText("no longer subscribed")).toBeVisible();
  await expect(page.getByRole("button", { name: /Send again/ })).toHaveCount(0);
});
