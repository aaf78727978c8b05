import { isMailSent } from "#lib/channels/email/route.ts";
import { authorizeSubscriber, type PageTarget } from "#lib/core/access/authorize.ts";
import type { LinkPurpose } from "#lib/core/access/tokens.queries.ts";
import type { Context } from "#lib/core/request/context.ts";
import type { PlainIncidentRow } from "#lib/incidents/queries.ts";
import { AppError } from "#lib/platform/errors/errors.ts";
import { listAllLinks } from "#lib/services/links.queries.ts";
import { openSnapshot } from "#lib/site/snapshot/open-snapshot.ts";
import { findIncident } from "#lib/site/snapshot/queries.ts";
import type { Snapshot } from "#lib/site/snapshot/snapshot.ts";
import { numberIn } from "#lib/site/words/visitor.ts";
import { getSubscriptionRow, type SubscriptionRow } from "#lib/subscribers/queries.ts";
import { hasSms } from "#lib/subscribers/sign-up/has-sms.ts";
import { styleOf } from "#lib/subscribers/style.ts";

type Opened = {
  snapshot: Snapshot;
  /** The one that is followed; null: none, or none that the visitor sees. */
  incident: PlainIncidentRow | null;
  /** The service asked about; null: none, or none that the visitor sees. */
  service_id: number | null;
  /** Whether the visitor sees some of the services only. */
  isNarrowed: boolean;
  /** Whether the page can send texts. */
  canText: boolean;
  /** Whether its e-mail leaves the server. */
  canMail: boolean;
};

/**
 * A page with what can be subscribed on it.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function openSubscribe(
  ctx: Context,
  { subdomain, incident = "", service = "" }: PageTarget & { incident?: string; service?: string },
): Promise<Opened> {
  const { grant, snapshot } = await openSnapshot(ctx, { subdomain });
  const found = await findIncident(ctx.db, grant, snapshot.scope, numberIn(incident));
  const service_id = snapshot.by_id.get(numberIn(service))?.id ?? null;
  const isNarrowed = grant.sees_only !== null;
  const canText = await hasSms(ctx.db, grant, snapshot.page.settings);
  const canMail = await isMailSent(ctx.db, grant);
  return { snapshot, incident: found ?? null, service_id, isNarrowed, canText, canMail };
}

/** A subscription as its holder sees it. */
export type Own = Pick<SubscriptionRow, "type" | "filter" | "incident_types" | "incident_id"> & {
  /** The e-mail address or number, or the host of a webhook or chat: the rest is a secret. */
  address: string;
  service_ids: number[];
  isConfirmed: boolean;
  isLiving: boolean;
};

function addressOf({ email, webhook_url, country_dial_code, phone_number }: SubscriptionRow) {
  if (phone_number !== null) return `+${country_dial_code} ${phone_number}`;
  return email ?? (webhook_url ? new URL(webhook_url).host : "");
}

type LinkTarget = PageTarget & { token: string; purpose: LinkPurpose };

/** @returns null when the link ended, or never was */
async function findOwn(ctx: Context, target: LinkTarget): Promise<Own | null> {
  try {
    const grant = await authorizeSubscriber(ctx, target);
    const row = await getSubscriptionRow(ctx.db, grant, grant.subscription_id);
    const links = await listAllLinks(ctx.db, grant, "subscription", [row.id]);
    const { type, filter, incident_types, incident_id } = row;
    const address = addressOf(row);
    const service_ids = links.get(row.id) ?? [];
    const isConfirmed = row.confirmed_at !== null;
    const isLiving = styleOf(row) === "living_message";
    const what = { type, filter, incident_types, incident_id, service_ids };
    return { ...what, address, isConfirmed, isLiving };
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  }
}

/**
 * A page with the subscription that a link is about.
 * @throws {AppError} `not_found`, `forbidden`: the page itself
 */
export async function openOwn(
  ctx: Context,
  target: LinkTarget,
): Promise<Opened & { own: Own | null }> {
  const own = await findOwn(ctx, target);
  const { subdomain } = target;
  const opened = await openSubscribe(ctx, { subdomain, incident: String(own?.incident_id ?? "") });
  return { ...opened, own };
}
