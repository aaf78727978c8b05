import { isDeepStrictEqual } from "node:util";
import { type Selectable, type SelectQueryBuilder, sql } from "kysely";
import { type Answer, STORED_BYTES } from "#db/budget.ts";
import { countOf, countSome } from "#db/counts.ts";
import type { Db, Trx } from "#db/index.ts";
import { type Listed, type Order, readList, type Slice } from "#db/keyset.ts";
import type { AuditLog, DB } from "#db/types.ts";
import type {
  InvitationGrant,
  OrganizationGrant,
  PageGrant,
  UserGrant,
} from "#lib/core/access/authorize.ts";
import { mayRole } from "#lib/core/access/permissions.ts";
import type { Actor, Context } from "#lib/core/request/context.ts";

export type AuditEntry = {
  /** `incident_update.create`: subject and verb. */
  action: string;
  subject_id: number;
  changes?: unknown;
  /** The record before, without secrets. */
  before?: object;
  actor?: Actor;
};

function actorId(actor: Actor): number | null {
  if ("user_id" in actor) return actor.user_id;
  return actor.kind === "organization_key" ? actor.organization_id : null;
}

function valuesBefore({ before, changes }: AuditEntry): string | null {
  const known = new Map(Object.entries(before ?? {}));
  const differ = Object.entries(changes ?? {}).flatMap(([field, value]) => {
    const was = known.get(field);
    const isSame = value === undefined || was === undefined || isDeepStrictEqual(was, value);
    return isSame ? [] : [[field, was] as const];
  });
  return differ.length === 0 ? null : JSON.stringify(Object.fromEntries(differ));
}

/**
 * Runs last in a transaction: it locks a counter of the organization, for which holders of other
 * locks may wait. Changes of a user are logged in each of their organizations.
 */
export async function audit(
  trx: Trx,
  ctx: Context,
  grant: PageGrant | OrganizationGrant | UserGrant | InvitationGrant,
  entry: AuditEntry,
): Promise<void> {
  const { actor = ctx.actor } = entry;
  const organizations =
    "organization_ids" in grant ? grant.organization_ids : [grant.organization_id];
  if (organizations.length === 0) return;
  const row = {
    status_page_id: "status_page_id" in grant ? grant.status_page_id : null,
    actor_kind: "user_id" in actor ? "user" : actor.kind,
    actor_id: actorId(actor),
    api_key_id: "api_key_id" in actor ? actor.api_key_id : null,
    action: entry.action,
    subject_type: entry.action.split(".")[0] ?? entry.action,
    subject_id: entry.subject_id,
    changes: JSON.stringify(entry.changes ?? {}),
    before: valuesBefore(entry),
    request_id: ctx.request_id,
    address: ctx.address,
  };
  const rows = organizations.map((organization_id) => ({ ...row, organization_id }));
  await trx.insertInto("audit_log").values(rows).execute();
}

/** `subject`: one (`incident:42`) or a type; `from` inclusive, `until` exclusive, wire times. */
export type AuditFilter = {
  action?: string;
  actor?: string;
  subject?: string;
  status_page?: string;
  from?: string;
  until?: string;
};

const NEWEST_FIRST: Order = { columns: ["log.inserted_at", "log.id"], direction: "desc" };

type Entries<Row> = SelectQueryBuilder<DB & { log: DB["audit_log"] }, "log", Row>;

function filtered<Row>(
  query: Entries<Row>,
  filter: AuditFilter,
  organizationId: number,
): Entries<Row> {
  const { action, actor, subject, status_page, from, until } = filter;
  let rows = query;
  if (action !== undefined) rows = rows.where("action", "=", action);
  if (actor !== undefined) rows = rows.where("actor", "=", actor);
  if (subject !== undefined)
    rows = rows.where(subject.includes(":") ? "subject" : "subject_type", "=", subject);
  if (from !== undefined) rows = rows.where("log.inserted_at", ">=", from);
  if (until !== undefined) rows = rows.where("log.inserted_at", "<", until);
  if (status_page === undefined) return rows;
  return rows.where((eb) => {
    const page = eb
      .selectFrom("status_pages")
      .select("id")
      .where("organization_id", "=", organizationId)
      .where("subdomain", "=", status_page);
    return eb("log.status_page_id", "=", page);
  });
}

const ACTOR_NAME = sql<string | null>`case
  -- of somebody who stayed behind when the organization was moved
  when log.actor_kind = 'user' then coalesce((select email from users where id = log.actor_id),
    log.changes ->> 'actor_email')
  when log.actor_kind = 'organization_key' then (select name from api_keys
    where id = log.api_key_id)
end`;

export type AuditLogRow = Omit<Selectable<AuditLog>, "bytes"> & {
  actor_name: string | null;
  status_page: string | null;
};

/** Pages on which the caller's own role, which overrides the organization's, is not enough. */
function hiddenPages(grant: PageGrant | OrganizationGrant): number[] {
  const roles = "page_roles" in grant ? [...grant.page_roles] : [];
  return roles.filter(([, role]) => !mayRole(role, "organization.read")).map(([id]) => id);
}

function readable(db: Db, grant: PageGrant | OrganizationGrant): Entries<object> {
  const hidden = hiddenPages(grant);
  const own = db
    .selectFrom("audit_log as log")
    .where("log.organization_id", "=", grant.organization_id);
  if (hidden.length === 0) return own;
  return own.where((eb) =>
    eb.or([eb("log.status_page_id", "is", null), eb("log.status_page_id", "not in", hidden)]),
  );
}

function entriesOf(db: Db, grant: OrganizationGrant, filter: AuditFilter) {
  return filtered(readable(db, grant), filter, grant.organization_id)
    .selectAll("log")
    .select(ACTOR_NAME.as("actor_name"))
    .select((eb) =>
      eb
        .selectFrom("status_pages")
        .select("subdomain")
        .whereRef("id", "=", "log.status_page_id")
        .as("status_page"),
    );
}

export async function listAuditRows<Answered>(
  db: Db,
  grant: OrganizationGrant,
  slice: Slice,
  filter: AuditFilter,
  answer: Answer<AuditLogRow, Answered>,
): Promise<Listed<Answered>> {
  const query = entriesOf(db, grant, filter);
  const complete =
    hiddenPages(grant).length === 0 && Object.values(filter).every((value) => value === undefined);
  const count = complete
    ? countOf(db, "organizations", grant.organization_id, "audit_log")
    : countSome(db, query);
  return readList(db, query, slice, { order: NEWEST_FIRST, count, answer, bytes: STORED_BYTES });
}

/** Skips the count, for readers that go on to the end. */
export async function readAuditRows<Answered>(
  db: Db,
  grant: OrganizationGrant,
  slice: Slice,
  filter: AuditFilter,
  answer: Answer<AuditLogRow, Answered>,
): Promise<Pick<Listed<Answered>, "rows" | "next">> {
  const query = entriesOf(db, grant, filter);
  const count = Promise.resolve(0);
  return readList(db, query, slice, { order: NEWEST_FIRST, count, answer, bytes: STORED_BYTES });
}

/** Without an id the page itself. */
export type FieldsOf = {
  subject: string;
  id?: number;
  fields?: readonly string[];
  action?: string;
};

/** `user_id`: a person who acted in the browser, without a key. */
export type LastActor = { user_id: number | null; name: string | null; at: string };

export async function findLastActor(
  db: Db,
  grant: PageGrant | OrganizationGrant,
  { subject, id, fields, action }: FieldsOf,
): Promise<LastActor | null> {
  const name = sql<string | null>`case
    when log.actor_kind = 'user' then (select coalesce(nullif(name, ''), email) from users
      where id = log.actor_id)
    when log.actor_kind = 'organization_key' then (select name from api_keys
      where id = log.api_key_id)
  end`;
  const user_id = sql<number | null>`case when log.actor_kind = 'user'
    and log.api_key_id is null then log.actor_id end`;
  const page_id = "status_page_id" in grant ? grant.status_page_id : null;
  const query = readable(db, grant)
    .select([user_id.as("user_id"), name.as("name"), "log.inserted_at as at"])
    .where("log.subject", "=", `${subject}:${id ?? page_id}`)
    .$if(action !== undefined, (query) => query.where("log.action", "=", action ?? ""))
    .orderBy("log.inserted_at", "desc")
    .orderBy("log.id", "desc")
    .limit(1);
  const wrote = sql<boolean>`log.changes ?| ${[...(fields ?? [])]}::text[]`;
  return (await (fields ? query.where(wrote) : query).executeTakeFirst()) ?? null;
}

/** `place`: the record whose screen shows it. */
export type NamedSubject = { subject: string; name: string; place: string };

const NAMED: Record<string, { table: string; column: string }> = {
  incident: { table: "incidents", column: "title" },
  info_notice: { table: "info_notices", column: "title" },
  service: { table: "services", column: "name" },
  metric: { table: "metrics", column: "title" },
  incident_template: { table: "incident_templates", column: "name" },
  incident_type: { table: "incident_types", column: "name" },
  integration: { table: "integrations", column: "name" },
  access_group: { table: "access_groups", column: "name" },
  subscription_group: { table: "subscription_groups", column: "name" },
};

export async function listNamedSubjects(
  db: Db,
  grant: OrganizationGrant,
  subjects: readonly string[],
): Promise<NamedSubject[]> {
  const idsOf = (type: string) =>
    subjects.filter((one) => one.startsWith(`${type}:`)).map((one) => Number(one.split(":")[1]));
  const pages = sql`select id from status_pages where organization_id = ${grant.organization_id}`;
  const named = Object.entries(NAMED).map(
    ([type, { table, column }]) => sql<NamedSubject>`
      select ${`${type}:`}::text || id as subject, ${sql.ref(column)} as name,
        ${`${type}:`}::text || id as place
      from ${sql.table(table)}
      where id = any(${idsOf(type)}::int[]) and status_page_id in (${pages})`,
  );
  const updates = sql<NamedSubject>`
    select 'incident_update:' || posted.id, incidents.title,
      'incident:' || incidents.id || '#update-' || posted.id
    from incident_updates posted join incidents on incidents.id = posted.incident_id
    where posted.id = any(${idsOf("incident_update")}::int[])
      and posted.status_page_id in (${pages})`;
  const { rows } =
    await sql<NamedSubject>`${sql.join([...named, updates], sql` union all `)}`.execute(db);
  return rows;
}
