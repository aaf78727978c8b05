import type { Db } from "#db/index.ts";
import type { Listed, Slice } from "#db/keyset.ts";
import { authorize, type PageGrant, type PageTarget } from "#lib/core/access/authorize.ts";
import { mayRole } from "#lib/core/access/permissions.ts";
import type { Context } from "#lib/core/request/context.ts";
import { listGroupsOf } from "#lib/incidents/groups/queries.ts";
import { listLinks } from "#lib/services/links.queries.ts";
import { maskAddress } from "#lib/subscribers/addresses.ts";
import {
  getSubscriptionRow,
  type ListFilter,
  listSubscriptionRows,
  type SubscriptionRow,
} from "#lib/subscribers/queries.ts";
import type { Subscription } from "#lib/subscribers/schema.ts";
import { searchSubscriptionRows } from "#lib/subscribers/search.queries.ts";
import { parseSearch } from "#lib/subscribers/search.ts";
import { styleOf } from "#lib/subscribers/style.ts";

export function serializeSubscription(
  row: SubscriptionRow,
  service_ids: number[],
  subscription_group_ids: number[],
): Subscription {
  return {
    id: row.id,
    type: row.type,
    filter: row.filter,
    service_ids,
    incident_types: row.incident_types,
    incident_id: row.incident_id,
    email: row.email,
    confirm: row.confirmed_at !== null,
    country_dial_code: row.country_dial_code,
    phone_number: row.phone_number,
    webhook_url: row.webhook_url,
    locale: row.locale,
    metadata: row.metadata as Subscription["metadata"],
    subscription_group_ids,
    style: styleOf(row),
    format: row.format as Subscription["format"],
    inserted_at: row.inserted_at,
    updated_at: row.updated_at,
  };
}

const PERMISSION = "subscription.write";

export type SubscriptionTarget = PageTarget & { subscription_id: number };

/** Callers who may change numbers and URLs may read them; others see their last characters. */
function seesAddresses({ permission, role, permissions }: PageGrant): boolean {
  if (permission === PERMISSION) return true;
  return role !== null && mayRole(role, PERMISSION) && (permissions?.includes(PERMISSION) ?? true);
}

async function completeSubscriptions(
  db: Db,
  grant: PageGrant,
  rows: SubscriptionRow[],
): Promise<Subscription[]> {
  const ids = rows.map((row) => row.id);
  const [services, groups] = await Promise.all([
    listLinks(db, grant, "subscription", ids),
    listGroupsOf(db, grant, ids),
  ]);
  const isWhole = seesAddresses(grant);
  return rows.map((row) => {
    const shown = isWhole ? row : maskAddress(row);
    return serializeSubscription(shown, services.get(row.id) ?? [], groups.get(row.id) ?? []);
  });
}

export async function completeSubscription(
  db: Db,
  grant: PageGrant,
  row: SubscriptionRow,
): Promise<Subscription> {
  const [complete] = await completeSubscriptions(db, grant, [row]);
  return complete as Subscription;
}

/**
 * Lists subscriptions, oldest first.
 * @param query part of an e-mail address, or a phone number; see `parseSearch`
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function listSubscriptions(
  ctx: Context,
  target: PageTarget,
  slice: Slice,
  query: string,
  filter: ListFilter = {},
): Promise<Listed<Subscription>> {
  const grant = await authorize(ctx, "page.read", target);
  const answer = (rows: SubscriptionRow[]) => completeSubscriptions(ctx.db, grant, rows);
  return query === ""
    ? listSubscriptionRows(ctx.db, grant, slice, filter, answer)
    : searchSubscriptionRows(ctx.db, grant, slice, { ...parseSearch(query), filter }, answer);
}

/** @throws {AppError} `not_found`, `forbidden` */
export async function getSubscription(
  ctx: Context,
  target: SubscriptionTarget,
): Promise<Subscription> {
  const grant = await authorize(ctx, "page.read", target);
  return completeSubscription(
    ctx.db,
    grant,
    await getSubscriptionRow(ctx.db, grant, target.subscription_id),
  );
}

/** The consent that an operator imported. @throws as `getSubscription` */
export async function readConsent(
  ctx: Context,
  target: SubscriptionTarget,
): Promise<Pick<SubscriptionRow, "consent_at" | "consent_source">> {
  const grant = await authorize(ctx, "page.read", target);
  return getSubscriptionRow(ctx.db, grant, target.subscription_id);
}
