import { z } from "zod";
import { authorizeOrganization, type OrganizationTarget } from "#lib/core/access/authorize.ts";
import { named } from "#lib/core/fields/schema.ts";
import {
  countMembers,
  countPages,
  countSubscribers,
  listMessageCounts,
} from "#lib/core/outbox/usage.queries.ts";
import type { Context } from "#lib/core/request/context.ts";
import { wireNow } from "#lib/platform/clock.ts";

const MONTHS = 12;

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

export const Usage = z.object({
  status_pages: z.int(),
  members: z.int().meta({ description: "Of the organization and of single pages, each once" }),
  subscribers: z
    .array(z.object({ type: z.string(), count: z.int() }))
    .meta({ description: "Confirmed subscriptions of all pages, by type" }),
  messages: z
    .array(
      z.object({
        month: z.string().meta({ examples: ["2026-11"] }),
        channel: z.string().meta({ examples: ["email", "webhook"] }),
        count: z.int(),
      }),
    )
    .meta({ description: "Messages that left, by month (UTC) and channel, newest month first" }),
});
export type Usage = z.infer<typeof Usage>;

named(Usage, "Usage");
