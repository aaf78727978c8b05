import { isMailSent } from "#lib/channels/email/route.ts";
import { authorizeSubscriber, type PageTarget } from "#lib/core/access/authorize.ts";
import type { LinkPurpose } from "#lib/core/access/tokens.queries.ts";
import type { Context } from "#lib/core/request/context.ts";
import type { PlainIncidentRow } from "#lib/incidents/queries.ts";
import { AppError } from "#lib/platform/errors/errors.ts";
import { listAllLinks } from "#lib/services/links.queries.ts";
import { frameOf } from "#lib/site/snapshot/frame.ts";
import { loadSnapshot } from "#lib/site/snapshot/load.ts";
import { findIncident } from "#lib/site/snapshot/queries.ts";
import type { Snapshot } from "#lib/site/snapshot/snapshot.ts";
import { numberIn } from "#lib/site/words/visitor.ts";
import { getSubscriptionRow, type SubscriptionRow } from "#lib/subscribers/queries.ts";
import { hasSms } from "#lib/subscribers/sign-up/address.ts";

type SubscribePage = {
  snapshot: Snapshot;
  incident: PlainIncidentRow | null;
  service_id: number | null;
  isNarrowed: boolean;
  /** The link's holder may not see the page: `snapshot` is its frame. */
  isByLink: boolean;
  canText: boolean;
  isMailSent: boolean;
};

export async function readSubscribePage(
  ctx: Context,
  { subdomain, incident = "", service = "" }: PageTarget & { incident?: string; service?: string },
): Promise<SubscribePage> {
  const { grant, snapshot: whole } = await loadSnapshot(ctx, { subdomain });
  const isByLink = grant.by_link === true;
  const snapshot = isByLink ? frameOf(whole, grant.sees_only ?? []) : whole;
  const found = await findIncident(ctx.db, grant, snapshot.scope, numberIn(incident));
  const service_id = snapshot.by_id.get(numberIn(service))?.id ?? null;
  const isNarrowed = grant.sees_only !== null;
  const canText = await hasSms(ctx.db, grant, snapshot.page.settings);
  const sent = await isMailSent(ctx.db, grant);
  const known = { snapshot, incident: isByLink ? null : (found ?? null), service_id };
  return { ...known, isNarrowed, isByLink, canText, isMailSent: sent };
}

export type OwnSubscription = Pick<
  SubscriptionRow,
  "type" | "filter" | "incident_types" | "incident_id"
> & {
  /** Only the host of a webhook or chat: the rest is a secret. */
  address: string;
  service_ids: number[];
  isConfirmed: boolean;
  isThreaded: boolean;
  format: string;
};

function addressOf({ email, webhook_url, country_dial_code, phone_number }: SubscriptionRow) {
  if (phone_number !== null) return `+${country_dial_code} ${phone_number}`;
  return email ?? (webhook_url ? new URL(webhook_url).host : "");
}

type LinkTarget = PageTarget & { token: string; purpose: LinkPurpose };

/** @returns null when the link is invalid */
async function findOwnSubscription(
  ctx: Context,
  target: LinkTarget,
): Promise<OwnSubscription | null> {
  try {
    const grant = await authorizeSubscriber(ctx, target);
    const row = await getSubscriptionRow(ctx.db, grant, grant.subscription_id);
    const links = await listAllLinks(ctx.db, grant, "subscription", [row.id]);
    const { type, filter, incident_types, incident_id } = row;
    const address = addressOf(row);
    const service_ids = links.get(row.id) ?? [];
    const isConfirmed = row.confirmed_at !== null;
    const isThreaded = row.style === "living_message";
    const what = { type, filter, incident_types, incident_id, service_ids };
    return { ...what, address, isConfirmed, isThreaded, format: row.format };
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  }
}

/**
 * Reads the page and the subscription of a link.
 * @throws {AppError} `not_found`, `forbidden` for the page
 */
export async function readOwnSubscription(
  ctx: Context,
  target: LinkTarget,
): Promise<SubscribePage & { own: OwnSubscription | null }> {
  const own = await findOwnSubscription(ctx, target);
  const { subdomain } = target;
  const opened = await readSubscribePage(ctx, {
    subdomain,
    incident: String(own?.incident_id ?? ""),
  });
  return { ...opened, own };
}
