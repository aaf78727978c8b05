import type { Db } from "#db/index.ts";
import { rebuildAllServiceDays } from "#lib/services/uptime/queries.ts";
import { type BareIncident, mintIncidents, systemGrant } from "#tests/support/data/incidents.ts";
import { mintOrganization, mintPage, mintService } from "#tests/support/data/mint.ts";

/** A parent with two children and what happened to them in Berlin, around the end of summer time. */
export async function mintBerlin(
  db: Db,
  more: (ids: { child: number; other: number }) => BareIncident[] = () => [],
) {
  const { id } = await mintOrganization(db);
  const settings = { history_limit_days: null };
  const page = await mintPage(db, id, { time_zone: "Europe/Berlin", settings });
  const parent = await mintService(db, page.id, { name: "Region" });
  const child = await mintService(db, page.id, { parent_id: parent, name: "Checkout" });
  const other = await mintService(db, page.id, { parent_id: parent, name: "Search" });
  const secret = await mintService(db, page.id, {
    parent_id: parent,
    name: "Secret",
    private: true,
  });
  await db
    .updateTable("services")
    .set({ display_uptime_graph: true, inserted_at: "2026-01-01T00:00:00Z" })
    .where("status_page_id", "=", page.id)
    .execute();
  await mintIncidents(db, page.id, [
    {
      severity: "major",
      title: "All of Sunday",
      // 25 hours: the clocks go back.
      starts_at: "2026-10-24T22:00:00",
      ends_at: "2026-10-25T23:00:00",
      service_ids: [child],
    },
    {
      severity: "minor",
      title: "Beside it",
      starts_at: "2026-10-25T12:00:00",
      ends_at: "2026-10-26T00:00:00",
      service_ids: [child],
    },
    {
      severity: "major",
      title: "Of the private one",
      starts_at: "2026-10-25T12:00:00",
      ends_at: "2026-10-26T00:00:00",
      service_ids: [secret],
    },
    ...more({ child, other }),
  ]);
  const grant = await systemGrant(db, page.subdomain);
  await db.transaction().execute((trx) => rebuildAllServiceDays(trx, grant));
  return { page, parent, child, other, secret };
}
