import type { Db } from "#db/index.ts";
import type { StatuspageBody } from "#lib/channels/channel.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import type { LoadedEvent } from "#lib/notifications/content.ts";
import type { EventFacts } from "#lib/notifications/event-facts.ts";
import type { EligibleNotification } from "#lib/notifications/sending/eligibility.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { notFound } from "#lib/platform/errors/errors.ts";
import { findIncident } from "#lib/site/snapshot/queries.ts";
import { readSnapshot } from "#lib/site/snapshot/snapshot.ts";
import { contextOf, recordOf } from "#lib/site/statuspage-json/document-context.ts";
import { changesBy, componentBodies, incidentBody } from "#lib/site/statuspage-json/messages.ts";
import { momentIn, type WholeIncident, withAllKeys } from "#lib/site/statuspage-json/shapes.ts";

type Changes = ReturnType<typeof changesBy>;

/** A scheduled notice has no update of its own. */
function changesIn({ event, facts }: LoadedEvent, incident: WholeIncident): Changes {
  const { notice, visible } = facts;
  const told = event.news_update_ids?.map(String) ?? [];
  if (notice === null)
    return changesBy(incident.incident_updates.filter(({ id }) => told.includes(id)));
  const [well, under] = ["operational", "under_maintenance"] as const;
  const change =
    notice.kind === "start"
      ? { old_status: well, new_status: under }
      : { old_status: under, new_status: well };
  return new Map(notice.kind === "before" ? [] : visible.map(({ id }) => [String(id), change]));
}

function timeOf({ notice, update }: EventFacts): string {
  return notice === null ? update.posted_at : notice.for_at;
}

async function bodiesOf(
  db: Db,
  grant: PageGrant,
  loaded: LoadedEvent,
  sees_only: readonly number[] | null,
): Promise<StatuspageBody[]> {
  const { event, facts } = loaded;
  const snapshot = await readSnapshot(db, grant, wireNow(), sees_only);
  const context = contextOf(snapshot);
  const scope = { ...snapshot.scope, history_since: null };
  const row = await findIncident(db, grant, scope, facts.record.id);
  if (!row) throw notFound();
  const incident = withAllKeys(await recordOf({ db, grant, snapshot, context }, row, sees_only));
  const shown = { snapshot, components: context.components };
  const told = { id: event.message_id, at: momentIn(snapshot.page.time_zone, timeOf(facts)) };
  const change = { incident_id: incident.id, changes: changesIn(loaded, incident) };
  const components = componentBodies(shown, change, told);
  return [
    { id: event.message_id, body: incidentBody(shown, incident) },
    ...components.map((body) => ({ id: body.component_update.id, body })),
  ];
}

export function seenKey(sees_only: readonly number[] | null): string {
  return sees_only?.join() ?? "";
}

/**
 * Bodies for subscribers with Statuspage's format, by `seenKey`. Changed components go out with
 * their update: a row of the ledger for each would multiply it by the services.
 */
export async function readStatuspageBodies(
  db: Db,
  grant: PageGrant,
  loaded: LoadedEvent,
  eligible: readonly EligibleNotification[],
): Promise<Map<string, StatuspageBody[]>> {
  const wanted = new Map(
    eligible.flatMap(({ eligibility: { subscriber, sees_only } }) =>
      subscriber.format === "statuspage" ? [[seenKey(sees_only), sees_only] as const] : [],
    ),
  );
  const bodies = new Map<string, StatuspageBody[]>();
  for (const [key, sees_only] of wanted)
    bodies.set(key, await bodiesOf(db, grant, loaded, sees_only));
  return bodies;
}
