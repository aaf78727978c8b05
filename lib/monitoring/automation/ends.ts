import { parseInput } from "#lib/core/fields/validation.ts";
import { deleteDraftRow } from "#lib/incidents/drafts/queries.ts";
import { incidentUpdated } from "#lib/incidents/events.ts";
import { lockToPost, postUpdateIn } from "#lib/incidents/post-update.ts";
import { updateIncidentRow } from "#lib/incidents/queries.ts";
import { lockForChange, recompute } from "#lib/incidents/recompute.ts";
import { PostUpdate } from "#lib/incidents/schema.ts";
import { listUpdates } from "#lib/incidents/updates/queries.ts";
import { type Done, NO_POSTER, type Room, settingsOf } from "#lib/monitoring/automation/outages.ts";
import {
  isAllUp,
  isUntouched,
  type LedOutage,
  updateOutage,
} from "#lib/monitoring/automation/queries.ts";
import { leaderOf } from "#lib/monitoring/automation/rules.ts";
import { updateOf } from "#lib/monitoring/automation/words.ts";
import { earlierOf, laterOf, wireNow } from "#lib/platform/clock.ts";

type Why = "over" | "unwatched";

async function resolve(room: Room, incident_id: number, at: string, why: Why): Promise<Done> {
  const { trx, grant } = room;
  const locked = await lockToPost(trx, grant, incident_id);
  const updates = (await listUpdates(trx, grant, [incident_id])).get(incident_id) ?? [];
  const [newest] = updates;
  const since = laterOf(at, locked.incident.starts_at);
  const posted_at = newest ? laterOf(since, newest.posted_at) : since;
  const input = parseInput(PostUpdate, {
    ...updateOf(settingsOf(room), why, { name: "", translations: {} }),
    type: "resolved",
    posted_at: earlierOf(posted_at, wireNow()),
    // Whoever heard that it began hears that it is over.
    notify: updates.some(({ notify }) => notify),
  });
  const { audit, events } = await postUpdateIn(trx, { ...room, ...locked }, input, NO_POSTER);
  return { audit, events, outage: null };
}

/**
 * All services of an outage are up again: its incident is resolved unless people lead it; what was
 * not published never is, and what nobody edited of it is deleted.
 */
async function endOutage(room: Room, outage: LedOutage, at: string): Promise<Done> {
  const { trx, grant } = room;
  const { id, state, draft_id, incident_id } = outage;
  const over_at = laterOf(at, outage.began_at);
  if (state === "waiting") {
    const isOurs = draft_id !== null && (await isUntouched(trx, grant, id));
    const recovered = { state: draft_id === null ? "dismissed" : "recovered", publish_at: null };
    await updateOutage(trx, grant, id, { ...recovered, over_at });
    if (isOurs) await deleteDraftRow(trx, grant, draft_id);
    return { audit: null, events: [], outage: { ...outage, ...recovered, over_at } };
  }
  await updateOutage(trx, grant, id, { over_at });
  if (incident_id === null || leaderOf(outage) !== "program")
    return { audit: null, events: [], outage };
  return { ...(await resolve(room, incident_id, at, "over")), outage };
}

/** What somebody has confirmed does not end because nobody looks any more: people say when. */
async function handOver({ trx, grant }: Room, incident_id: number): Promise<Done> {
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
 * Nothing watches a service of an outage any more that was down last. What nobody confirmed ends
 * with the monitoring that alone said so; what somebody did is theirs from now on.
 */
async function leaveOutage(room: Room, outage: LedOutage): Promise<Done> {
  const { trx, grant } = room;
  const { id, state, draft_id, incident_id, automation } = outage;
  const over_at = laterOf(wireNow(), outage.began_at);
  const nothing = { audit: null, events: [], outage };
  if (state === "waiting") {
    const isOurs = draft_id !== null && (await isUntouched(trx, grant, id));
    const dismissed = { state: "dismissed", publish_at: null, over_at };
    await updateOutage(trx, grant, id, dismissed);
    if (isOurs) await deleteDraftRow(trx, grant, draft_id);
    return { ...nothing, outage: { ...outage, ...dismissed } };
  }
  await updateOutage(trx, grant, id, { over_at });
  if (incident_id === null || leaderOf(outage) !== "program") return nothing;
  if (automation === "confirmed") return handOver(room, incident_id);
  return resolve(room, incident_id, wireNow(), "unwatched");
}

/** Nothing of an outage is down any more, as far as anybody knows: what is known decides its end. */
export async function closeOutage(room: Room, outage: LedOutage, at: string): Promise<Done> {
  const isOver = await isAllUp(room.trx, room.grant, outage.id);
  return isOver ? endOutage(room, outage, at) : leaveOutage(room, outage);
}
