import { type Kysely, sql } from "kysely";
import type { Trx } from "#db/index.ts";
import { up } from "#db/migrations/2026-11-22T0910_incident_revisions.ts";
import { mintIncident } from "#tests/support/incidents.ts";
import { expect, test } from "#tests/support/test.ts";

class Undo extends Error {}

test("a database from before keeps each event's sequence at what calendars were told last", async ({
  database,
  organization,
  service,
}) => {
  const status_page_id = organization.page.id;
  const mint = () =>
    mintIncident(database, status_page_id, {
      severity: "major",
      starts_at: "2026-11-01T10:00:00",
      ends_at: null,
      service_ids: [service],
    });
  const [told, silent] = [await mint(), await mint()];
  const posted = ["2026-11-01T10:00:00", "2026-11-01T11:00:00"].map((posted_at) => ({
    status_page_id,
    incident_id: told,
    type: "update" as const,
    description: "News",
    posted_at,
    updated_at: "2026-12-01T00:00:00",
  }));
  await database.insertInto("incident_updates").values(posted).execute();
  const deleted = {
    organization_id: organization.id,
    status_page_id,
    actor_kind: "system",
    action: "incident_update.delete",
    subject_type: "incident_update",
    subject_id: 1,
    changes: JSON.stringify({ incident_id: told }),
  };
  await database.insertInto("audit_log").values(deleted).execute();

  const upgrade = async (trx: Trx) => {
    await sql`
      drop table incident_revisions, deleted_incidents;
      alter table status_pages drop column feed_subdomain`.execute(trx);
    await up(trx as unknown as Kysely<unknown>);
    const rows = await trx
      .selectFrom("incident_revisions")
      .select(["incident_id", "revision", "revised_at"])
      .where("status_page_id", "=", status_page_id)
      .orderBy("incident_id")
      .execute();
    expect(rows).toMatchObject([
      { incident_id: told, revision: 3, revised_at: "2026-12-01T00:00:00" },
      { incident_id: silent, revision: 0 },
    ]);
    throw new Undo();
  };
  await expect(database.transaction().execute(upgrade)).rejects.toThrow(Undo);
});
