import { type RawBuilder, type Selectable, sql } from "kysely";
import { type Answer, STORED_BYTES } from "#db/budget.ts";
import { countAll } from "#db/counts.ts";
import type { Db, Trx } from "#db/index.ts";
import { type Listed, type Order, readList, type Slice } from "#db/keyset.ts";
import type { Services } from "#db/types.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { pageRows } from "#lib/core/transaction/page-rows.queries.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { notFound } from "#lib/platform/errors/errors.ts";
import { baseOf } from "#lib/platform/i18n/tags.ts";
import { LOCALES } from "#lib/platform/i18n/translator.ts";
import { visibleServices } from "#lib/services/state.ts";

export const {
  known: listKnownServiceIds,
  exists: serviceExists,
  insert: insertService,
  update: updateServiceRow,
  remove: deleteServiceRow,
} = pageRows("services");

/**
 * Locks what monitoring knows of a service. Monitoring locks that first and the service second;
 * edits, whose triggers reach it last, would deadlock with a report.
 */
export async function lockMonitor(trx: Trx, grant: PageGrant, serviceId: number): Promise<void> {
  await trx
    .selectFrom("service_monitors")
    .select("service_id")
    .where("status_page_id", "=", grant.status_page_id)
    .where("service_id", "=", serviceId)
    .forUpdate()
    .execute();
}

/** The services that visitors with the caller's access see; null: all. */
export async function listShownServiceIds(db: Db, grant: PageGrant): Promise<number[] | null> {
  const rows = await db
    .selectFrom("services")
    .select(["id", "parent_id", "private"])
    .where("status_page_id", "=", grant.status_page_id)
    .execute();
  const visible = visibleServices(rows, grant.sees_only);
  return visible.length < rows.length ? visible.map((service) => service.id) : null;
}

/** The services that the caller may see; null: all. */
export async function listVisibleServiceIds(db: Db, grant: PageGrant): Promise<number[] | null> {
  return grant.sees_private ? null : listShownServiceIds(db, grant);
}

export type PlainServiceRow = {
  id: number;
  parent_id: number | null;
  name: string;
  /** Truncated to `BEGINNING` characters, like the translations. */
  description: string | null;
  /** Only languages that pages offer. */
  translations: unknown;
  private: boolean;
  display_uptime_graph: boolean;
  display_response_time_chart: boolean;
  inserted_at: string;
  updated_at: string;
};

// A page may have thousands of services, all read at once.
const BEGINNING = 2_000;

function beginningOf(text: RawBuilder<string | null>): RawBuilder<string | null> {
  return sql`left(${text}, ${sql.lit(BEGINNING)})`;
}

const SPOKEN = sql.join(LOCALES.map((locale) => sql.lit(baseOf(locale))));
const TRANSLATED = sql`case when translations = '{}' then translations else (
  select jsonb_object_agg(tag, jsonb_build_object(
    'name', texts -> 'name', 'description', ${beginningOf(sql`texts ->> 'description'`)}))
  from jsonb_each(translations) as each (tag, texts)
  where lower(substring(tag from '^[A-Za-z]+')) in (${SPOKEN})) end`;

/** All services in display order. Private ones are needed to know what they hide. */
export async function listPlainServiceRows(db: Db, grant: PageGrant): Promise<PlainServiceRow[]> {
  return db
    .selectFrom("services")
    .select(["id", "parent_id", "name", "private", "inserted_at", "updated_at"])
    .select([
      beginningOf(sql`description`).as("description"),
      sql<unknown>`${TRANSLATED}`.as("translations"),
    ])
    .select(["display_uptime_graph", "display_response_time_chart"])
    .where("status_page_id", "=", grant.status_page_id)
    .orderBy("order")
    .orderBy("id")
    .execute();
}

/** All texts in full. @throws {AppError} `not_found` */
export async function getServiceTexts(
  db: Db,
  grant: PageGrant,
  serviceId: number,
): Promise<Pick<PlainServiceRow, "name" | "description" | "translations">> {
  const row = await db
    .selectFrom("services")
    .select(["name", "description", "translations"])
    .where("status_page_id", "=", grant.status_page_id)
    .where("id", "=", serviceId)
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

export type ServiceRow = Selectable<Services> & {
  children_ids: number[];
  current_incident_type: string | null;
};

/** Services as in the management API. */
function servicesNow(db: Db, grant: PageGrant, now: string) {
  const page = grant.status_page_id;
  return db
    .selectFrom("services")
    .selectAll("services")
    .select([
      sql<number[]>`array(
        select child.id from services as child
        where child.status_page_id = ${page} and child.parent_id = services.id
          order by child."order", child.id
      )`.as("children_ids"),
      sql<string | null>`current_incident_type(${page}, services.id, ${now})`.as(
        "current_incident_type",
      ),
    ])
    .where("services.status_page_id", "=", page);
}

const IN_ORDER: Order = { columns: ["order", "id"], direction: "asc" };

export type ServiceFilter = { parent_id?: number | null };

const WITH_CHILDREN = sql<number>`${STORED_BYTES} + 10 * cardinality(found.children_ids)`;

export async function listServiceRows<Answered>(
  db: Db,
  grant: PageGrant,
  slice: Slice,
  { parent_id }: ServiceFilter,
  answer: Answer<ServiceRow, Answered>,
): Promise<Listed<Answered>> {
  let rows = servicesNow(db, grant, wireNow());
  if (parent_id !== undefined) rows = rows.where("parent_id", "is not distinct from", parent_id);
  return readList(db, rows, slice, {
    order: IN_ORDER,
    count: countAll(db, rows),
    answer,
    bytes: WITH_CHILDREN,
  });
}

export async function getServiceRow(
  db: Db,
  grant: PageGrant,
  serviceId: number,
): Promise<ServiceRow> {
  const row = await servicesNow(db, grant, wireNow())
    .where("services.id", "=", serviceId)
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

export type ServiceState = {
  id: number;
  monitoring: string | null;
  ping_url: string | null;
  is_up: boolean | null;
  current_incident_type: string | null;
};

export async function listServiceStateRows(db: Db, grant: PageGrant): Promise<ServiceState[]> {
  const page = grant.status_page_id;
  return db
    .selectFrom("services")
    .select(["id", "monitoring", "ping_url", "is_up"])
    .select(
      sql<string | null>`current_incident_type(${page}, services.id, ${wireNow()})`.as(
        "current_incident_type",
      ),
    )
    .where("status_page_id", "=", page)
    .execute();
}

export async function countServices(db: Db, grant: PageGrant): Promise<number> {
  return countAll(db, db.selectFrom("services").where("status_page_id", "=", grant.status_page_id));
}

export async function listKnownUserIds(
  trx: Trx,
  grant: PageGrant,
  userIds: number[],
): Promise<number[]> {
  const rows = await trx
    .selectFrom("memberships")
    .select("user_id")
    .distinct()
    .where("organization_id", "=", grant.organization_id)
    .where("user_id", "in", userIds)
    .$narrowType<{ user_id: number }>()
    .execute();
  return rows.map((row) => row.user_id);
}

export async function findServiceName(
  db: Db,
  grant: PageGrant,
  serviceId: number,
): Promise<string | undefined> {
  const row = await db
    .selectFrom("services")
    .select("name")
    .where("status_page_id", "=", grant.status_page_id)
    .where("id", "=", serviceId)
    .executeTakeFirst();
  return row?.name;
}
