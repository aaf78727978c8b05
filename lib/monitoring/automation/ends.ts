import { parseInput } from "#lib/core/fields/validation.ts";
import { deleteDraftRow } from "#lib/incidents/drafts/queries.ts";
import { incidentUpdated } from "#lib/incidents/events.ts";
import { lockToPost, postUpdateIn } from "#lib/incidents/post-update.ts";
import { updateIncidentRow } from "#lib/incidents/queries.ts";
import { lockForChange, recompute } from "#lib/incidents/recompute.ts";
import { PostUpdate } from "#lib/incidents/schema.ts";
import { listUpdates } from "#lib/incidents/updates/queries.ts";
import {
  NO_AUTHOR,
  type OutageChange,
  type PageChange,
  settingsOf,
} from "#lib/monitoring/automation/open-outage.ts";
import {
  isAllUp,
  isDraftUnchanged,
  type OutageWithIncident,
  updateOutage,
} from "#lib/monitoring/automation/queries.ts";
import { leaderOf } from "#lib/monitoring/automation/rules.ts";
import { updateOf } from "#lib/monitoring/automation/texts.ts";
import { earlierOf, laterOf, wireNow } from "#lib/platform/clock.ts";

type Why = "over" | "unwatched";

async function resolve(
  change: PageChange,
  incident_id: number,
  at: string,
  why: Why,
): Promise<OutageChange> {
  const { trx, grant } = change;
  const locked = await lockToPost(trx, grant, incident_id);
  const updates = (await listUpdates(trx, grant, [incident_id])).get(incident_id) ?? [];
  const [newest] = updates;
  const since = laterOf(at, locked.incident.starts_at);
  const posted_at = newest ? laterOf(since, newest.posted_at) : since;
  const input = parseInput(PostUpdate, {
    ...updateOf(settingsOf(change), why, { name: "", translations: {} }),
    type: "resolved",
    posted_at: earlierOf(posted_at, wireNow()),
    // Recipients of the start also get the end.
    notify: updates.some(({ notify }) => notify),
  });
  const { audit, events } = await postUpdateIn(trx, { ...change, ...locked }, input, NO_AUTHOR);
  return { audit, events, outage: null };
}

/** Resolves the incident unless people lead it, and deletes a draft that nobody edited. */
async function endRecoveredOutage(
  change: PageChange,
  outage: OutageWithIncident,
  at: string,
): Promise<OutageChange> {
  const { trx, grant } = change;
  const { id, state, draft_id, incident_id } = outage;
  const over_at = laterOf(at, outage.began_at);
  if (state === "waiting") {
    const isOurs = draft_id !== null && (await isDraftUnchanged(trx, grant, id));
    const recovered = { state: draft_id === null ? "dismissed" : "recovered", publish_at: null };
    await updateOutage(trx, grant, id, { ...recovered, over_at });
    if (isOurs) await deleteDraftRow(trx, grant, draft_id);
    return { audit: null, events: [], outage: { ...outage, ...recovered, over_at } };
  }
  await updateOutage(trx, grant, id, { over_at });
  if (incident_id === null || leaderOf(outage) !== "program")
    return { audit: null, events: [], outage };
  return { ...(await resolve(change, incident_id, at, "over")), outage };
}

/** A confirmed incident continues when monitoring stops: people decide its end. */
async function handOverToPeople(
  { trx, grant }: PageChange,
  incident_id: number,
): Promise<OutageChange> {
  const { incident, before } = await lockForChange(trx, grant, incident_id);
  const row = await updateIncidentRow(trx, grant, incident.id, { automation: null });
  const recomputed = await recompute(trx, grant, row, before, { isConfirmation: true });
  const changes = { title: incident.title, automation: null };
  return {
    audit: { action: "incident.update", subject_id: incident_id, changes },
    events: [incidentUpdated(recomputed)],
    outage: null,
  };
}

/**
 * Ends an outage whose last failed service is no longer watched. Unconfirmed incidents are
 * resolved; edited drafts and confirmed incidents stay with people.
 */
async function endUnwatchedOutage(
  change: PageChange,
  outage: OutageWithIncident,
): Promise<OutageChange> {
  const { trx, grant } = change;
  const { id, state, draft_id, incident_id, automation } = outage;
  const over_at = laterOf(wireNow(), outage.began_at);
  const nothing = { audit: null, events: [], outage };
  if (state === "waiting") {
    const isOurs = draft_id !== null && (await isDraftUnchanged(trx, grant, id));
    const dismissed = { state: "dismissed", publish_at: null, over_at };
    await updateOutage(trx, grant, id, dismissed);
    if (isOurs) await deleteDraftRow(trx, grant, draft_id);
    return { ...nothing, outage: { ...outage, ...dismissed } };
  }
  await updateOutage(trx, grant, id, { over_at });
  if (incident_id === null || leaderOf(outage) !== "program") return nothing;
  if (automation === "confirmed") return handOverToPeople(change, incident_id);
  return resolve(change, incident_id, wireNow(), "unwatched");
}

/** Ends an outage without failed services, as recovered or as no longer watched. */
export async function closeOutage(
  change: PageChange,
  outage: OutageWithIncident,
  at: string,
): Promise<OutageChange> {
  const isOver = await isAllUp(change.trx, change.grant, outage.id);
  return isOver ? endRecoveredOutage(change, outage, at) : endUnwatchedOutage(change, outage);
}
