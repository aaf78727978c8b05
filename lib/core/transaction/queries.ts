import { sql } from "kysely";
import type { Trx } from "#db/index.ts";
import type { AccessScope } from "#lib/core/access/access-memory.ts";
import type {
  InvitationGrant,
  OrganizationGrant,
  PageGrant,
  UserGrant,
} from "#lib/core/access/authorize.ts";
import {
  ACCESS_CHANGED,
  newChangeId,
  PAGE_CHANGED,
  PAGE_WITHDRAWN,
  type Withdrawn,
} from "#lib/core/transaction/announce.ts";
import { env } from "#lib/platform/config/env.ts";
import { notFound } from "#lib/platform/errors/errors.ts";

export type LockedPage = {
  settings: unknown;
  time_zone: string;
  subdomain: string;
  feed_subdomain: string | null;
  draft: boolean;
  member_restricted: boolean;
  restricted_ips: string | null;
};

/** Makes this transaction the page's only writer. */
export async function lockPage(trx: Trx, grant: PageGrant): Promise<LockedPage> {
  const page = await trx
    .selectFrom("status_pages")
    .select(["settings", "time_zone", "subdomain", "feed_subdomain"])
    .select(["draft", "member_restricted", "restricted_ips"])
    .where("id", "=", grant.status_page_id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!page) throw notFound();
  return page;
}

export async function lockOrganizationOf(
  trx: Trx,
  { organization_id }: OrganizationGrant | InvitationGrant,
): Promise<void> {
  await trx
    .selectFrom("organizations")
    .select("id")
    .where("id", "=", organization_id)
    .forNoKeyUpdate()
    .execute();
}

export type LockedAccount = { id: number };

export async function lockAccount(trx: Trx, { user_id }: UserGrant): Promise<LockedAccount> {
  const account = await trx
    .selectFrom("users")
    .select("id")
    .where("id", "=", user_id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!account) throw notFound();
  return account;
}

/** No process shows copies of the page from before this time. */
export async function recordWithdrawal(trx: Trx, grant: PageGrant, at: string): Promise<void> {
  await trx
    .updateTable("status_pages")
    .set({ withdrawn_at: at })
    .where("id", "=", grant.status_page_id)
    .execute();
}

type PageNews = { withdrawn?: Withdrawn; access?: "access" | "same"; id?: string };

/** Notifies other processes when the transaction commits. */
export async function notifyPageChanged(
  trx: Trx,
  statusPageId: number,
  { withdrawn = "nothing", access = "access", id = newChangeId() }: PageNews = {},
): Promise<void> {
  const payload = `${statusPageId}:${withdrawn}:${access}:${id}`;
  const channel = withdrawn === "page" ? PAGE_WITHDRAWN : PAGE_CHANGED;
  await Promise.all([
    sql`select pg_notify(${channel}, ${payload})`.execute(trx),
    env().CDN_PURGE && insertPurge(trx, statusPageId, withdrawn !== "nothing"),
  ]);
}

/** @param hard whether no CDN may keep a copy for outages */
async function insertPurge(trx: Trx, status_page_id: number, hard: boolean): Promise<void> {
  await trx.insertInto("edge_purges").values({ status_page_id, hard }).execute();
}

export async function notifyAccessChanged(
  trx: Trx,
  scope: Exclude<AccessScope, { status_page_id: number } | "anywhere">,
  id: string,
): Promise<void> {
  const of = "user_id" in scope ? `user:${scope.user_id}` : `organization:${scope.organization_id}`;
  await sql`select pg_notify(${ACCESS_CHANGED}, ${`${of}:${id}`})`.execute(trx);
}

/** Lifts the limit of the time that a statement may take, until the transaction ends. */
export async function allowLongStatements(trx: Trx): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(trx);
}
