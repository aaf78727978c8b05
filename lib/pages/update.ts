import { authorize } from "#lib/core/access/authorize.ts";
import { isRestricted } from "#lib/core/access/restriction.ts";
import { merged } from "#lib/core/fields/json.ts";
import { enqueue } from "#lib/core/queue/enqueue.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changePage } from "#lib/core/transaction/change.ts";
import { removesText, type SilentGrant } from "#lib/core/transaction/outcome.ts";
import type { LockedPage } from "#lib/core/transaction/queries.ts";
import { assertRecordSize } from "#lib/core/transaction/record-limits.ts";
import { limitSetUps, requestDomain, saveWithDomain } from "#lib/pages/domain-change.ts";
import { retryAfterTakeover } from "#lib/pages/domain-claims.ts";
import type { DomainConfig } from "#lib/pages/domain-config.ts";
import { domainUpdated } from "#lib/pages/domain-event.ts";
import { checkTemplates } from "#lib/pages/email-templates/check.ts";
import {
  getStatusPageRow,
  isShownAt,
  type StatusPageRow,
  updateStatusPageRow,
} from "#lib/pages/queries.ts";
import { type OrganizationPageTarget, serializeStatusPage } from "#lib/pages/read.ts";
import {
  parseSettings,
  type StatusPage,
  type UpdateStatusPage,
  withDefaultLanguage,
} from "#lib/pages/schema.ts";
import { takeSubdomain } from "#lib/pages/subdomain.ts";
import { wireNow } from "#lib/platform/clock.ts";

const HOURS = [
  "minor_notification_hours",
  "major_notification_hours",
  "maintenance_notification_hours",
] as const;

/** Whether someone may have lost access to the page or its address. */
function isWithdrawn(before: LockedPage, after: StatusPageRow): boolean {
  if (after.subdomain !== before.subdomain) return true;
  const { draft, member_restricted, restricted_ips } = before;
  const same =
    after.draft === draft &&
    after.member_restricted === member_restricted &&
    after.restricted_ips === restricted_ips;
  return !same && isRestricted(after);
}

function leavesDomain(before: DomainConfig, after: DomainConfig, isServing: boolean): boolean {
  const served = [isServing ? before.domain : null, before.previous_domain];
  const kept = [null, after.domain, after.previous_domain];
  return before !== after && served.some((name) => !kept.includes(name));
}

const SHOWING = [
  ...(["info_notices_enabled", "feed_enabled", "calendar_enabled", "enable_embedding"] as const),
  ...(["display_calendar", "display_uptime_graph", "display_about"] as const),
];

function hidesMore(before: StatusPage, after: StatusPage): boolean {
  const [days, now] = [before, after].map((page) => page.history_limit_days ?? Infinity);
  return Number(now) < Number(days) || SHOWING.some((name) => before[name] && !after[name]);
}

function hiddenOf({ bytes: _, settings, ...columns }: StatusPageRow): object {
  return { ...columns, settings: parseSettings(settings) };
}

/** Changes settings of a page. @throws {AppError} `not_found`, `forbidden`, `invalid` */
export async function updateStatusPage(
  ctx: Context,
  target: OrganizationPageTarget,
  input: UpdateStatusPage,
): Promise<StatusPage> {
  const grant = await authorize(ctx, "status_page.write", target);
  checkTemplates(input);
  return retryAfterTakeover(ctx, () => change(ctx, grant, input));
}

function change(ctx: Context, grant: SilentGrant, input: UpdateStatusPage): Promise<StatusPage> {
  return changePage(ctx, grant, async (trx, page, withdraw) => {
    const { name, url, time_zone, subdomain, draft, ...rest } = input;
    const { member_restricted, restricted_ips, ...settings } = rest;
    const rowBefore = await getStatusPageRow(trx, grant);
    const before = serializeStatusPage(rowBefore);
    const moves = subdomain !== undefined && subdomain !== page.subdomain;
    if (moves) await takeSubdomain(trx, subdomain, subdomain, grant.status_page_id);
    const stored = parseSettings(page.settings);
    const isServing = await isShownAt(trx, grant, stored.domain_config.domain);
    const domain = requestDomain(stored, input, isServing);
    const isAsked = domain.config !== stored.domain_config;
    if (isAsked) await limitSetUps(trx, grant.organization_id, domain.config);
    const values = {
      name,
      url,
      time_zone,
      subdomain,
      ...(moves && { feed_subdomain: page.feed_subdomain ?? page.subdomain }),
      draft,
      member_restricted,
      restricted_ips,
      settings: withDefaultLanguage({
        ...merged(page.settings, settings),
        domain_config: domain.config,
      }),
      updated_at: wireNow(),
    };
    const row = await saveWithDomain(trx, grant, domain, updateStatusPageRow(trx, grant, values));
    const answered = serializeStatusPage(row);
    if (removesText(before, answered) || hidesMore(before, answered)) withdraw("content");
    if (isWithdrawn(page, row) || leavesDomain(stored.domain_config, domain.config, isServing))
      withdraw("page");
    if (row.time_zone !== page.time_zone)
      await enqueue(
        trx,
        "recount-days",
        { status_page_id: row.id },
        { key: `recount-days:${row.id}` },
      );
    if (HOURS.some((name) => answered[name] !== before[name]))
      await enqueue(trx, "plan-timers", { status_page_id: row.id });
    assertRecordSize(answered);
    return {
      result: answered,
      audit: { action: "status_page.update", subject_id: row.id, changes: input, before },
      was: { result: before, hidden: [hiddenOf(rowBefore), hiddenOf(row)] },
      events: isAsked ? [domainUpdated(row, answered.domain_config)] : [],
    };
  });
}
