import { type NewEvent, newEvent } from "#lib/events/event.ts";
import type { DomainConfig } from "#lib/status-pages/domain-config.ts";

type Named = { id: number; name: string; subdomain: string };

/** What is told when a page's custom domain has a new status. */
export function domainUpdated(
  { id: subject_id, name, subdomain }: Named,
  domain_config: DomainConfig,
): NewEvent {
  const object = { type: "status_page" as const, name, subdomain, domain_config };
  return newEvent("status_page.domain.updated", { object }, { subject_id });
}
