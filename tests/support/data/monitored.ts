import type { Insertable } from "kysely";
import type { Db } from "#db/index.ts";
import type { Services } from "#db/types.ts";
import { authorizeJob } from "#lib/core/access/authorize.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { completeIncidents } from "#lib/incidents/read.ts";
import { advanceOutage } from "#lib/monitoring/automation/advance-outage.ts";
import { applyVerdict } from "#lib/monitoring/automation/apply-verdict.ts";
import type { Source } from "#lib/monitoring/verdicts/queries.ts";
import { recordVerdict } from "#lib/monitoring/verdicts/record.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { eventsOf } from "#tests/support/data/events.ts";
import { mintOrganization, mintService, type PageOptions } from "#tests/support/data/mint.ts";

type Watched = Partial<Insertable<Services>>;

/** A page whose services are watched, and what monitoring believes of them. */
export async function watchedPage(db: Db, options: PageOptions = {}) {
  const minted = await mintOrganization(db, options);
  const { page } = minted;
  const ctx = systemContext(db, "test");
  const set = (service_id: number, fields: Watched) =>
    db.updateTable("services").set(fields).where("id", "=", service_id).execute();
  const watch = async (name: string, fields: Watched = {}) => {
    const id = await mintService(db, page.id, { name });
    const values = { monitoring: "internal" as const, auto_incident: true, ...fields };
    await set(id, values);
    return id;
  };
  const note = (
    service_id: number,
    is_up: boolean | null,
    since = wireNow(),
    source: Source = "check",
  ) =>
    db.transaction().execute((trx) =>
      recordVerdict(
        trx,
        { status_page_id: page.id, service_id },
        {
          is_up,
          since,
          source,
          reason: is_up ? null : "timeout",
          detail: null,
        },
      ),
    );
  const apply = (service_id: number) => applyVerdict({ status_page_id: page.id, service_id });
  const tell = async (
    service_id: number,
    is_up: boolean | null,
    since?: string,
    source?: Source,
  ) => {
    await note(service_id, is_up, since, source);
    await apply(service_id);
  };
  const incidents = async () => {
    const grant = await authorizeJob(ctx, page.id);
    if (!grant) throw new Error("no page");
    const rows = await db
      .selectFrom("incidents")
      .selectAll()
      .where("status_page_id", "=", page.id)
      .orderBy("id")
      .execute();
    return completeIncidents(db, grant, rows);
  };
  const outages = () =>
    db
      .selectFrom("outages")
      .selectAll()
      .where("status_page_id", "=", page.id)
      .orderBy("id")
      .execute();
  const events = async () => (await eventsOf(db, page.id)).map(({ event }) => event);
  const advance = async () => {
    for (const { id } of await outages())
      await advanceOutage({ status_page_id: page.id, outage_id: id });
  };
  return { ...minted, ctx, watch, set, note, apply, tell, incidents, outages, events, advance };
}
