import type { Trx } from "#db/index.ts";
import type { OrganizationGrant, PageGrant, UserGrant } from "#lib/auth/authorize.ts";
import type { Actor, Context } from "#lib/context.ts";

export type AuditEntry = {
  /** `incident_update.create`: subject and verb. */
  action: string;
  subject_id: number;
  /** What was set or changed, never a secret. */
  changes?: unknown;
};

function actorId(actor: Actor): number | null {
  if (actor.kind === "user") return actor.user_id;
  return actor.kind === "organization_key" ? actor.organization_id : null;
}

/** Writes who did what, in the transaction that does it; what concerns a user is noted in each of the user's organizations. */
export async function audit(trx: Trx, ctx: Context, grant: PageGrant | OrganizationGrant | UserGrant, entry: AuditEntry): Promise<void> {
  const { actor } = ctx;
  const organizations = "organization_ids" in grant ? grant.organization_ids : [grant.organization_id];
  if (organizations.length === 0) return;
  const row = {
    status_page_id: "status_page_id" in grant ? grant.status_page_id : null,
    actor_kind: actor.kind,
    actor_id: actorId(actor),
    api_key_id: "api_key_id" in actor ? actor.api_key_id : null,
    action: entry.action,
    subject_type: entry.action.split(".")[0] ?? entry.action,
    subject_id: entry.subject_id,
    changes: JSON.stringify(entry.changes ?? {}),
    request_id: ctx.request_id,
    address: ctx.address,
  };
  const rows = organizations.map((organization_id) => ({ ...row, organization_id }));
  await trx.insertInto("audit_log").values(rows).execute();
}
