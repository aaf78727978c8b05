import type { PageTarget } from "#lib/core/access/authorize.ts";
import { lastChange } from "#lib/core/audit/read.ts";
import type { Deletion } from "#lib/core/forms/state.ts";
import type { Context } from "#lib/core/request/context.ts";
import { secondsBetween, wireNow } from "#lib/platform/clock.ts";

/** Subjects of the audit log by their ids in forms, what is within another one first. */
const SUBJECTS = {
  update_id: "incident_update",
  incident_id: "incident",
  incident_draft_id: "incident_draft",
  incident_template_id: "incident_template",
  incident_type_id: "incident_type",
  info_notice_id: "info_notice",
  service_id: "service",
  metric_id: "metric",
  access_group_id: "access_group",
  subscription_id: "subscription",
  subscription_group_id: "subscription_group",
  integration_id: "integration",
  webhook_id: "webhook",
};

/** @returns null when the log has no deletion of what the target names */
export async function findDeletion(
  ctx: Context,
  target: Partial<PageTarget> & Record<string, unknown>,
): Promise<Deletion | null> {
  const { subdomain } = target;
  if (!subdomain) return null;
  for (const [field, subject] of Object.entries(SUBJECTS)) {
    const id = Number(target[field]);
    if (!Number.isSafeInteger(id) || id < 1) continue;
    const asked = { subject, id, action: `${subject}.delete` };
    const last = await lastChange(ctx, { subdomain }, asked);
    if (!last) continue;
    return { by: last.name, seconds_ago: Math.max(0, secondsBetween(last.at, wireNow())) };
  }
  return null;
}
