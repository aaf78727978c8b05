import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import {
  featuredSince,
  type InfoNoticeRow,
  visibleNotices,
} from "#lib/incidents/info-notices/queries.ts";
import { affects } from "#lib/services/links.queries.ts";
import { LIMITS, type Scope } from "#lib/site/snapshot/queries.ts";

function noticesIn(db: Db, grant: PageGrant, { visible, history_since, within }: Scope) {
  const all = visibleNotices(db, grant, within ? null : visible);
  const query = featuredSince(all, history_since);
  return within ? query.where(affects(grant, "info_notice", within)) : query;
}

/** With the number of featured notices, and the next start and end of all. */
export type FeaturedRow = InfoNoticeRow & {
  total: number;
  next_from: string | null;
  next_until: string | null;
};

/** Featured notices, newest first, then future ones until a moment; `total` counts the former. */
export async function listFeatured(
  db: Db,
  grant: PageGrant,
  scope: Scope,
  { now, until }: { now: string; until: string },
): Promise<FeaturedRow[]> {
  const begun = sql<boolean>`featured_from <= ${now}`;
  return noticesIn(db, grant, scope)
    .selectAll("info_notices")
    .select([
      sql<number>`count(*) filter (where ${begun}) over ()`.as("total"),
      sql<string | null>`min(featured_from) filter (where not ${begun}) over ()`.as("next_from"),
      sql<string | null>`min(featured_until) over ()`.as("next_until"),
    ])
    .where("featured_from", "<=", until)
    .where((eb) => eb.or([eb("featured_until", "is", null), eb("featured_until", ">", now)]))
    .orderBy(begun, "desc")
    .orderBy("featured_from", "desc")
    .orderBy("info_notices.id", "desc")
    .limit(LIMITS.notices)
    .execute();
}

/** @returns a notice that was or is featured */
export async function findNotice(
  db: Db,
  grant: PageGrant,
  scope: Scope,
  { id, now }: { id: number; now: string },
): Promise<InfoNoticeRow | undefined> {
  return noticesIn(db, grant, scope)
    .selectAll("info_notices")
    .where("info_notices.id", "=", id)
    .where("featured_from", "<=", now)
    .executeTakeFirst();
}
