import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import { mintOrganization, mintService } from "#tests/support/data/mint.ts";

type How = {
  monitoring_options?: object;
  retries?: number;
  confirmations?: number;
  pause_monitoring_during_maintenances?: boolean;
};

/** A service of a page that is checked at an address. @returns its id */
export async function mintChecked(
  db: Db,
  statusPageId: number,
  ping_url: string,
  { monitoring_options = {}, ...how }: How = {},
): Promise<number> {
  const id = await mintService(db, statusPageId);
  const options = JSON.stringify(monitoring_options);
  await db
    .updateTable("services")
    .set({ monitoring: "internal", ping_url, monitoring_options: options, ...how })
    .where("id", "=", id)
    .execute();
  return id;
}

/** Services of one new page, each checked at an address. */
export async function mintWatched(db: Db, addresses: readonly string[], how: How = {}) {
  const { page, ...organization } = await mintOrganization(db);
  const ids: number[] = [];
  for (const address of addresses) ids.push(await mintChecked(db, page.id, address, how));
  return { page, organization, ids, first: ids[0] ?? 0 };
}

/** What is believed of a service. */
export async function believed(db: Db, serviceId: number) {
  return db
    .selectFrom("service_monitors")
    .select(["is_up", "reason", "doubts"])
    .select(sql<string>`to_char(since, 'YYYY-MM-DD"T"HH24:MI:SS')`.as("since"))
    .where("service_id", "=", serviceId)
    .executeTakeFirstOrThrow();
}

/** What its checks said, the oldest first. */
export async function resultsOf(db: Db, serviceId: number) {
  return db
    .selectFrom("check_results")
    .select(["outcome", "reason", "status", "response_ms"])
    .select(sql<number>`(extract(epoch from checked_at) * 1000)::float8`.as("at_ms"))
    .where("service_id", "=", serviceId)
    .orderBy("checked_at")
    .execute();
}
