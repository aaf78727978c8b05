import { sql } from "kysely";
import { countOf } from "#db/counts.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { mintIncident } from "#tests/support/data/incidents.ts";
import { mintService } from "#tests/support/data/mint.ts";
import { mintSubscription } from "#tests/support/data/subscriptions.ts";
import { expect, test } from "#tests/support/test.ts";

test("counts follow whatever writers do at the same time, roll-backs included", async ({
  database,
  organization,
}) => {
  const { id } = organization.page;
  const one = (index: number) => ({ email: `${index}@example.com` });
  const writes = Array.from({ length: 30 }, (_, index) =>
    mintSubscription(database, id, one(index)),
  );
  const undone = Array.from({ length: 5 }, (_, index) =>
    database.transaction().execute(async (trx) => {
      await mintSubscription(trx, id, one(100 + index));
      throw new Error("undone");
    }),
  );
  const [ids] = await Promise.all([Promise.all(writes), Promise.allSettled(undone)]);
  expect(await countOf(database, "status_pages", id, "subscriptions")).toBe(30);
  await Promise.all(
    ids
      .slice(0, 10)
      .map((gone) => database.deleteFrom("subscriptions").where("id", "=", gone).execute()),
  );
  await database.deleteFrom("subscriptions").where("id", "in", ids.slice(10, 15)).execute();
  await database
    .updateTable("subscriptions")
    .set({ locale: "de" })
    .where("status_page_id", "=", id)
    .execute();
  expect(await countOf(database, "status_pages", id, "subscriptions")).toBe(15);
});

test("what is deleted with its page leaves no count behind", async ({ database, organization }) => {
  const { id } = organization.page;
  const service = await mintService(database, id);
  await mintIncident(database, id, {
    severity: "major",
    starts_at: wireNow(),
    ends_at: null,
    service_ids: [service],
  });
  await mintSubscription(database, id);
  expect(await countOf(database, "status_pages", id, "incidents")).toBe(1);
  await database.deleteFrom("status_pages").where("id", "=", id).execute();
  const { rows } =
    await sql`select from record_counts where scope = 'status_pages' and scope_id = ${id}`.execute(
      database,
    );
  expect(rows).toHaveLength(0);
});
