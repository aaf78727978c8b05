import type { Db } from "#db/index.ts";
import { recordVerdict } from "#lib/monitoring/verdicts/record.ts";
import { later, wireNow } from "#lib/platform/clock.ts";
import { type Acme, arrive, expect, test } from "#tests/support/browser/admin.ts";
import { mintService } from "#tests/support/data/mint.ts";

/** Monitoring believes of a service that it has been down for a minute. */
async function fail(db: Db, { organization }: Acme, service_id: number) {
  const watched = { status_page_id: organization.page.id, service_id };
  const why = { source: "check" as const, reason: "timeout", detail: null };
  const since = later(wireNow(), -60);
  await db
    .transaction()
    .execute((trx) => recordVerdict(trx, watched, { is_up: false, since, ...why }));
}

async function watch(db: Db, acme: Acme, name: string, mode: string, delay_minutes: number | null) {
  const id = await mintService(db, acme.organization.page.id, { name, order: 9 });
  const publish_policy = JSON.stringify({ mode, delay_minutes });
  await db
    .updateTable("services")
    .set({ monitoring: "webhook", auto_incident: true, publish_policy })
    .where("id", "=", id)
    .execute();
  await fail(db, acme, id);
}

test("what monitoring finds waits on Now to be published or dismissed", async ({
  admin,
  acme,
  database,
  server,
}) => {
  await watch(database, acme, "Payments", "draft", null);
  await watch(database, acme, "Reports", "delayed", 30);
  const now = `${server.url}/pages/${acme.subdomain}/now`;
  const waiting = admin.getByRole("region", { name: "Detected, not published" });
  await expect(async () => {
    await admin.goto(now);
    await expect(waiting.getByRole("listitem")).toHaveCount(2, { timeout: 500 });
  }).toPass();
  await arrive(admin);
  await expect(waiting).toContainText("Payments: No response within 10 seconds");
  const wrong = admin.getByText("A service is down, and no incident says so");
  await expect(wrong).toHaveCount(0);
  await expect(waiting).toContainText(/Published at .+, in (29|30).min, unless dismissed/);
  await waiting.getByRole("button", { name: /^Dismiss.*Reports/ }).click();
  await expect(waiting.getByRole("listitem")).toHaveCount(1);
  await waiting.getByRole("button", { name: /^Publish now/ }).click();
  await expect(waiting).toHaveCount(0);
  const title = "Payments is down";
  await expect(admin.getByRole("heading", { name: title })).toBeVisible();
});

test("what monitoring published says so everywhere until one tap confirms it", async ({
  admin,
  acme,
  database,
  server,
  page,
}) => {
  const now = `${server.url}/pages/${acme.subdomain}/now`;
  await watch(database, acme, "Search engine", "at_once", null);
  const found = admin.getByRole("article", { name: "Search engine is down" });
  await expect(async () => {
    await arrive(admin, now);
    await expect(found).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(found).toContainText("Detected automatically");
  await found.getByRole("link", { name: "Search engine", exact: true }).click();
  await expect(admin).toHaveURL(/\/services\/\d+\/monitoring$/);
  await arrive(admin, now);
  const visitor = await page.context().newPage();
  const site = `http://${acme.subdomain}.localhost:${server.port}/`;
  await visitor.goto(site);
  await expect(visitor.getByText("Detected automatically")).toHaveCount(1);
  const feed = async () => (await server.visit(acme.subdomain, "/history.rss")).text;
  expect(await feed()).toContain("Detected automatically");
  await found.getByRole("button", { name: "Confirm" }).click();
  await expect(found).not.toContainText("Detected automatically");
  await visitor.goto(site);
  await expect(visitor.getByText("Detected automatically")).toHaveCount(0);
  expect(await feed()).not.toContain("Detected automatically");
});
