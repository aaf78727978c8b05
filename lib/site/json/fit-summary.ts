import type { Addressed } from "#lib/core/addresses/url.ts";
import type { Rendered } from "#lib/core/markdown/rendered.ts";
import { serializeInfoNotice } from "#lib/incidents/info-notices/read.ts";
import type { InfoNotice } from "#lib/incidents/info-notices/schema.ts";
import { serializeIncident, serializeIncidentUpdate } from "#lib/incidents/read.ts";
import type { Incident } from "#lib/incidents/schema.ts";
import { renderUpdates, serializeUpdate } from "#lib/incidents/updates/serialize.ts";
import { Budget, byPlace, bytesOf } from "#lib/site/json/budget.ts";
import type { Activity } from "#lib/site/snapshot/activity.ts";
import type { PublicIncident, PublicNotice } from "#lib/site/snapshot/incidents.ts";

type Lists = Pick<Activity, "incidents" | "maintenances" | "upcoming_maintenances" | "notices">;
export type SummaryRecords = {
  incidents: Incident[];
  maintenances: Incident[];
  upcoming_maintenances: Incident[];
  info_notices: InfoNotice[];
};

const NONE: Rendered = new Map();

type Draft = {
  record: Incident | InfoNotice;
  posted: PublicNotice["updates"];
  answer: (update: PublicNotice["updates"][number], rendered: Rendered) => object;
};

function draftOfIncident(page: Addressed, incident: PublicIncident): Draft {
  const named = new Set([
    ...incident.service_ids,
    ...incident.impacts.map(({ service_id }) => service_id),
  ]);
  return {
    record: serializeIncident(
      page,
      { ...incident, subscription_group_ids: [] },
      incident,
      [],
      NONE,
    ),
    posted: incident.updates as unknown as Draft["posted"],
    answer: (update, rendered) => serializeIncidentUpdate(update as never, rendered, named),
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

/** Adds updates while they fit; skips those older than one that did not. */
async function addUpdates(
  page: Addressed,
  drafts: readonly Draft[],
  budget: Budget,
): Promise<void> {
  let might = budget.left;
  const tried = byPlace(drafts, ({ posted }) => posted.length).filter(({ draft, place }) => {
    might -= draft.posted[place]?.description.length ?? 0;
    return might >= 0;
  });
  const rendered = await renderUpdates(
    page,
    tried.map(({ draft, place }) => draft.posted.slice(place, place + 1)),
  );
  for (const { draft, place } of tried) {
    const update = draft.posted[place];
    if (!update || draft.record.updates.length < place) continue;
    const answered = draft.answer(update, rendered);
    if (budget.take(bytesOf(answered))) (draft.record.updates as object[]).push(answered);
  }
}

export async function fitSummary(
  page: Addressed,
  lists: Lists,
  bytes: number,
): Promise<SummaryRecords> {
  const budget = new Budget(bytes);
  const fitting = <Row>(rows: readonly Row[], draftOf: (page: Addressed, row: Row) => Draft) => {
    const drafts: Draft[] = [];
    for (const row of rows) {
      const draft = draftOf(page, row);
      if (!budget.take(bytesOf(draft.record))) break;
      drafts.push(draft);
    }
    return drafts;
  };
  const incidents = fitting(lists.incidents, draftOfIncident);
  const maintenances = fitting(lists.maintenances, draftOfIncident);
  const notices = fitting(lists.notices, draftOfNotice);
  const upcoming = fitting(lists.upcoming_maintenances, draftOfIncident);
  await addUpdates(page, [...incidents, ...maintenances, ...notices, ...upcoming], budget);
  const records = <R>(drafts: readonly Draft[]) => drafts.map(({ record }) => record as R);
  return {
    incidents: records<Incident>(incidents),
    maintenances: records<Incident>(maintenances),
    upcoming_maintenances: records<Incident>(upcoming),
    info_notices: records<InfoNotice>(notices),
  };
}
