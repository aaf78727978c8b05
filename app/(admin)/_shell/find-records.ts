import { addressOf } from "#app/(admin)/pages/[subdomain]/subscribers/_address.ts";
import type { PageTarget } from "#lib/core/access/authorize.ts";
import { mayRole } from "#lib/core/access/permissions.ts";
import type { Context } from "#lib/core/request/context.ts";
import { listIncidents } from "#lib/incidents/read.ts";
import { getRole, getStatusPage } from "#lib/pages/read.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { languageOf, type Translate } from "#lib/platform/i18n/translator.ts";
import { formats } from "#lib/site/words/format.ts";
import { listSubscriptions } from "#lib/subscribers/read.ts";

/** One line of the palette: `href` is a path. */
export type Found = { label: string; hint: string; href: string };

const FEW = { limit: 5 };

async function findIncidents(
  ctx: Context,
  target: PageTarget,
  wanted: string,
  t: Translate,
): Promise<Found[]> {
  const [{ time_zone, subdomain }, { rows }] = await Promise.all([
    getStatusPage(ctx, target),
    listIncidents(ctx, target, FEW, { q: wanted }),
  ]);
  const format = formats(
    languageOf(t),
    time_zone,
    { date_format: null, time_format: null },
    wireNow(),
  );
  return rows.map(({ id, title, type, starts_at }) => ({
    label: title,
    hint: t(`admin_shell.found.${type === "scheduled" ? "maintenance" : "incident"}`, {
      time: format.shortDateTime(starts_at),
    }),
    href: `/pages/${subdomain}/incidents/${id}`,
  }));
}

/** Only for those who may open what is found: others see addresses masked. */
async function findSubscribers(
  ctx: Context,
  target: PageTarget & { subdomain: string },
  wanted: string,
  t: Translate,
): Promise<Found[]> {
  if (!mayRole(await getRole(ctx, target), "subscription.write")) return [];
  const { rows } = await listSubscriptions(ctx, target, FEW, wanted);
  return rows.map((row) => ({
    label: addressOf(row),
    hint: t("admin_shell.found.subscriber"),
    href: `/pages/${target.subdomain}/subscribers/${row.id}`,
  }));
}

/**
 * Incidents of a page by words of their titles and updates, newest first, then subscribers by a
 * part of their address: five of each at most.
 */
export async function findRecords(
  ctx: Context,
  target: PageTarget & { subdomain: string },
  wanted: string,
  t: Translate,
): Promise<Found[]> {
  const found = await Promise.all([
    findIncidents(ctx, target, wanted, t),
    findSubscribers(ctx, target, wanted, t),
  ]);
  return found.flat();
}
