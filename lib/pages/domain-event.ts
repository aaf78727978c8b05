import type { Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import type { AuditEntry } from "#lib/core/audit/queries.ts";
import { type NewEvent, newEvent } from "#lib/core/events/event.ts";
import { notifyOwners } from "#lib/identity/profile/notices.ts";
import type { DomainConfig } from "#lib/pages/domain-config.ts";

type Named = { id: number; name: string; subdomain: string };

export function domainUpdated(
  { id: subject_id, name, subdomain }: Named,
  domain_config: DomainConfig,
): NewEvent {
  const object = { type: "status_page" as const, name, subdomain, domain_config };
  return newEvent("status_page.domain.updated", { object }, { subject_id });
}

/** Records a status change by the program, and notifies the owners of a failure. */
export async function domainStatusChange(
  trx: Trx,
  grant: PageGrant,
  row: Named,
  { before, after }: Record<"before" | "after", DomainConfig>,
): Promise<{ audit: AuditEntry; events: [NewEvent] }> {
  const { domain, error, status } = after;
  if (status === "failed_to_configure" && before.status !== status)
    await notifyOwners(trx, grant, {
      kind: "domain.failed",
      params: { domain: domain ?? "", error: error ?? "" },
    });
  return {
    audit: {
      action: "status_page.domain",
      subject_id: row.id,
      changes: { domain_config: after },
      before: { domain_config: before },
    },
    events: [domainUpdated(row, after)],
  };
}
