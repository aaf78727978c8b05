import type { Addressed } from "#lib/core/addresses/url.ts";
import { type Rendered, renderTexts } from "#lib/core/markdown/rendered.ts";
import { serializeInfoNotice } from "#lib/incidents/info-notices/read.ts";
import type { InfoNotice } from "#lib/incidents/info-notices/schema.ts";
import { serializeIncident, serializeIncidentUpdate } from "#lib/incidents/read.ts";
import type { Incident } from "#lib/incidents/schema.ts";
import { serializeUpdate } from "#lib/incidents/updates/serialize.ts";
import { byPlace, bytesOf, Room } from "#lib/site/json/room.ts";
import type { Happenings } from "#lib/site/snapshot/happenings.ts";
import type { PublicIncident, PublicNotice } from "#lib/site/snapshot/incidents.ts";

type Lists = Pick<Happenings, "incidents" | "maintenances" | "upcoming_maintenances" | "notices">;
export type SummaryRecords = {
  incidents: Incident[];
  maintenances: Incident[];
  upcoming_maintenances: Incident[];
  info_notices: InfoNotice[];
};

const NONE: Rendered = new Map();

type Draft = {
  record: Incident | InfoNotice;
  /** Newest first. */
  posted: PublicNotice["updates"];
  answer: (update: PublicNotice["updates"][number], rendered: Rendered) => object;
};

function draftOfIncident(page: Addressed, incident: PublicIncident): Draft {
  return {
    record: serializeIncident(
      page,
      { ...incident, subscription_group_ids: [] },
      incident.service_ids,
      [],
      NONE,
    ),
    posted: incident.updates as unknown as Draft["posted"],
    answer: (update, rendered) => serializeIncidentUpdate(update as never, rendered),
  };
}

function draftOfNotice(page: Addressed, notice: PublicNotice): Draft {
  return {
    record: serializeInfoNotice(
      page,
      { ...notice, subscription_group_ids: [] },
      notice.service_ids,
      [],
      NONE,
    ),
    posted: notice.updates,
    answer: serializeUpdate,
  };
}

/** Adds updates while they fit; of a record none that is older than one that did not. */
async function addUpdates(drafts: readonly Draft[], room: Room): Promise<void> {
  let might = room.left;
  const tried = byPlace(drafts, ({ posted }) => posted.length).filter(({ draft, place }) => {
    might -= draft.posted[place]?.description.length ?? 0;
    return might >= 0;
  });
  const rendered = await renderTexts(
    tried.map(({ draft, place }) => draft.posted[place]?.description ?? ""),
  );
  for (const { draft, place } of tried) {
    const update = draft.posted[place];
    if (!update || draft.record.updates.length < place) continue;
    const answered = draft.answer(update, rendered);
    if (room.take(bytesOf(answered))) (draft.record.updates as object[]).push(answered);
  }
}

/**
 * The records of a summary that fit into it, the most important first, with the newest of their
 * updates that do.
 */
export async function fitSummary(
  page: Addressed,
  lists: Lists,
  bytes: number,
): Promise<SummaryRecords> {
  const room = new Room(bytes);
  const fitting = <Row>(rows: readonly Row[], draftOf: (page: Addressed, row: Row) => Draft) => {
    const drafts: Draft[] = [];
    for (const row of rows) {
      const draft = draftOf(page, row);
      if (!room.take(bytesOf(draft.record))) break;
      drafts.push(draft);
    }
    return drafts;
  };
  const incidents = fitting(lists.incidents, draftOfIncident);
  const maintenances = fitting(lists.maintenances, draftOfIncident);
  const notices = fitting(lists.notices, draftOfNotice);
  const upcoming = fitting(lists.upcoming_maintenances, draftOfIncident);
  await addUpdates([...incidents, ...maintenances, ...notices, ...upcoming], room);
  const records = <R>(drafts: readonly Draft[]) => drafts.map(({ record }) => record as R);
  return {
    incidents: records<Incident>(incidents),
    maintenances: records<Incident>(maintenances),
    upcoming_maintenances: records<Incident>(upcoming),
    info_notices: records<InfoNotice>(notices),
  };
}
