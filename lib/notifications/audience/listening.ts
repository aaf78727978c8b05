import { SUBSCRIPTION_TYPES } from "#lib/channels/channel.ts";
import type { Listening, Told } from "#lib/notifications/audience/queries.ts";
import type { Settings } from "#lib/pages/schema.ts";
import type { PlainServiceRow } from "#lib/services/queries.ts";
import { visibleServices } from "#lib/services/state.ts";
import { isOffered } from "#lib/subscribers/offered.ts";

/** Services together with all that are above them. */
function withAbove(services: readonly PlainServiceRow[], ids: readonly number[]): number[] {
  const byId = new Map(services.map((service) => [service.id, service]));
  const reached = new Set<number>();
  for (const id of ids) {
    let at = byId.get(id);
    while (at && !reached.has(at.id)) {
      reached.add(at.id);
      at = at.parent_id === null ? undefined : byId.get(at.parent_id);
    }
  }
  return [...reached];
}

/**
 * Who hears of something: by what its services are to visitors, and what the page offers.
 * @param told `service_ids`: all that it affects
 * @param services all of the page
 * @returns null: it concerns private services only, so nobody does
 */
export function listeningTo(
  told: Told,
  services: readonly PlainServiceRow[],
  settings: Settings,
): Listening | null {
  const visible = visibleServices(services, null);
  const seen = visible.filter(({ id }) => told.service_ids.includes(id)).map(({ id }) => id);
  if (told.service_ids.length > 0 && seen.length === 0) return null;
  const types = SUBSCRIPTION_TYPES.filter((type) => isOffered(type, settings));
  return { told: { ...told, service_ids: withAbove(visible, seen) }, types };
}
