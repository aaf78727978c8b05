import { authorizeOrganization, type OrganizationTarget } from "#lib/core/access/authorize.ts";
import {
  countMembers,
  countPages,
  countSubscribers,
  listMessageCounts,
} from "#lib/core/outbox/usage.queries.ts";
import type { Usage } from "#lib/core/outbox/usage-schema.ts";
import type { Context } from "#lib/core/request/context.ts";
import { wireNow } from "#lib/platform/clock.ts";

const MONTHS = 12;

/** The first day of the oldest month that is told. */
function since(): string {
  const today = Temporal.PlainDate.from(wireNow().slice(0, "YYYY-MM-DD".length));
  return today
    .with({ day: 1 })
    .subtract({ months: MONTHS - 1 })
    .toString();
}

/** @throws {AppError} `not_found`, `forbidden` */
export async function getUsage(ctx: Context, target: OrganizationTarget): Promise<Usage> {
  const grant = await authorizeOrganization(ctx, "organization.read", target);
  const [status_pages, members, subscribers, messages] = await Promise.all([
    countPages(ctx.db, grant),
    countMembers(ctx.db, grant),
    countSubscribers(ctx.db, grant),
    listMessageCounts(ctx.db, grant, since()),
  ]);
  return { status_pages, members, subscribers, messages };
}
