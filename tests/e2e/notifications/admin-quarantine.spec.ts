import { later, wireNow } from "#lib/platform/clock.ts";
import { arrive, expect, signIn, test } from "#tests/support/browser/admin.ts";
import { mintUser } from "#tests/support/data/mint.ts";
import { subscriber } from "#tests/support/data/news.ts";

test("a dead address is found from Now, released, put back and released from its record; who opted out stays", async ({
  admin: page,
  server,
  acme,
  database,
}) => {
  const { id } = acme.organization.page;
  const now = wireNow();
  const week = later(now, 7 * 86_400);
  const { email, id: dead } = await subscriber(database, id, {
    ...{ quarantine_kind: "dead", quarantine_reason: "refused with 550" },
    ...{ quarantined_at: now, quarantined_until: week },
  });
  await subscriber(database, id, {
    ...{ email: "bob@example.com", quarantine_kind: "unwanted" },
    ...{ quarantine_reason: "marked as spam", quarantined_at: now },
    quarantined_until: "9999-01-01T00:00:00",
  });
  const base = `${server.url}/pages/${acme.subdomain}`;
  await arrive(page, `${base}/now`);
  await page.getByRole("link", { name: "1 address" }).click();
  const row = page.getByRole("row", { name: email });
  await expect(row).toContainText("The mail server refused it (550)");
  const unwilling = page.getByRole("row", { name: "bob@example.com" });
  await expect(unwilling).toContainText("They marked a mail as spam");
  await expect(unwilling.getByRole("button")).toHaveCount(0);
  await row.getByRole("button", { name: "Release" }).click();
  await expect(row).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(row).toContainText("Undeliverable");
  const until = async () =>
    (
      await database
        .selectFrom("subscriptions")
        .select("quarantined_until as until")
        .where("id", "=", dead)
        .executeTakeFirstOrThrow()
    ).until;
  expect(await until()).toBe(week);

  await page.getByLabel("Any kind").selectOption("unwanted");
  await expect(row).toHaveCount(0);
  await page.getByLabel("Any kind").selectOption("dead");
  await row.getByRole("link").click();
  const note = page.getByRole("region", { name: "Quarantine" });
  await expect(note).toContainText("Nothing is sent here: the address was rejected.");
  await note.getByRole("button", { name: "Release" }).click();
  await expect(note).toHaveCount(0);
  expect(await until()).toBeNull();
  await page.getByRole("link", { name: "Messages to this address" }).click();
  await expect(page).toHaveURL(new RegExp(`subscription_id=${dead}`));
});

test("all that one cause put into quarantine are released in one go", async ({
  admin: page,
  server,
  acme,
  database,
}) => {
  const { id } = acme.organization.page;
  const now = wireNow();
  const until = { quarantined_at: now, quarantined_until: later(now, 86_400) };
  for (let n = 0; n < 3; n++)
    await subscriber(database, id, {
      ...{ quarantine_kind: "dead", quarantine_reason: `550 5.1.1 <…>: unknown at mx${n}.example` },
      ...until,
    });
  const other = { quarantine_kind: "dead", quarantine_reason: "550 5.2.1 disabled", ...until };
  const { email } = await subscriber(database, id, other);
  await arrive(page, `${server.url}/pages/${acme.subdomain}/subscribers/quarantine`);
  const causes = page.getByRole("region", { name: "Same refusal for several addresses" });
  await expect(causes).toContainText("3 addresses");
  await causes.getByRole("button", { name: "Release all 3" }).click();
  await expect(causes).toHaveCount(0);
  await expect(page.getByRole("row", { name: email })).toBeVisible();
  await expect(page.getByRole("row")).toHaveCount(2);
});

test("editors see the quarantine and can release nobody", async ({
  page,
  server,
  acme,
  database,
}) => {
  const now = wireNow();
  const { email } = await subscriber(database, acme.organization.page.id, {
    ...{ quarantine_kind: "dead", quarantined_at: now, quarantined_until: later(now, 86_400) },
  });
  await signIn(page, server, await mintUser(database, acme.organization.id, "editor"));
  await arrive(page, `${server.url}/pages/${acme.subdomain}/subscribers/quarantine`);
  const row = page.getByRole("row", { name: email });
  await expect(row).toBeVisible();
  await expect(row.getByRole("button")).toHaveCount(0);
});
