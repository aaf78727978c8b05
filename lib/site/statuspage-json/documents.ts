import type { z } from "zod";
import type { Db } from "#db/index.ts";
import type { PageGrant, PageTarget } from "#lib/core/access/authorize.ts";
import { pageUrl } from "#lib/core/addresses/url.ts";
import { withPictureUrlsMarkdown } from "#lib/core/markdown/pictures.ts";
import { plainTexts } from "#lib/core/markdown/rendered.ts";
import type { Context } from "#lib/core/request/context.ts";
import { findPostmortem, type PlainIncidentRow } from "#lib/incidents/queries.ts";
import { isOver } from "#lib/incidents/state.ts";
import { latestOf } from "#lib/platform/clock.ts";
import { notFound } from "#lib/platform/errors/errors.ts";
import { withDetails } from "#lib/site/snapshot/incidents.ts";
import {
  findIncident,
  listNewestOf,
  listNextMaintenances,
  listResolved,
  type Scope,
} from "#lib/site/snapshot/queries.ts";
import type { Snapshot } from "#lib/site/snapshot/snapshot.ts";
import { pageStatus } from "#lib/site/statuspage-json/components.ts";
import {
  BYTES,
  inPlainText,
  type Loaded,
  load,
  plain,
  recordOf,
} from "#lib/site/statuspage-json/document-context.ts";
import { readHistory } from "#lib/site/statuspage-json/history.ts";
import { incidentsOf, maintenancesOf } from "#lib/site/statuspage-json/incidents.ts";
import {
  ComponentDocument,
  ComponentsDocument,
  HistoryDocument,
  IncidentDocument,
  IncidentsDocument,
  MaintenancesDocument,
  momentIn,
  type Page,
  StatusDocument,
  SummaryDocument,
  WholeIncident,
  withAllKeys,
} from "#lib/site/statuspage-json/shapes.ts";
import { numberIn } from "#lib/site/words/visitor.ts";

/** `id` is a record's, `page` a page's of the history. */
export type DocumentParams = { id?: string; page?: string };
type Contents<Shape extends z.ZodType> = Omit<z.infer<Shape>, "page">;
export type StatuspageDocument = {
  shape: z.ZodType;
  /** @throws {AppError} `not_found`, `forbidden` */
  read: (ctx: Context, target: PageTarget, asked?: DocumentParams) => Promise<object>;
};

const BYTES_IN_SUMMARY = { incidents: 1_000_000, maintenances: 700_000 };

function pageOf({
  page,
  incidents,
  maintenances,
  upcoming_maintenances,
  past_days,
}: Snapshot): Page {
  const { id, name, time_zone } = page;
  const shown = [...incidents, ...maintenances, ...upcoming_maintenances];
  const past = past_days.flatMap((day) => day.incidents);
  const changes = [...shown, ...past].flatMap(({ updated_at, updates }) => [
    updated_at,
    ...updates.map((update) => update.updated_at),
  ]);
  return {
    id: String(id),
    name,
    url: pageUrl(page),
    time_zone,
    updated_at: momentIn(time_zone, latestOf(page.updated_at, ...changes)),
  };
}

function document<Shape extends z.ZodType>(
  shape: Shape,
  contents: (loaded: Loaded, asked: DocumentParams) => Promise<Contents<Shape>> | Contents<Shape>,
): StatuspageDocument {
  const read: StatuspageDocument["read"] = async (ctx, target, asked = {}) => {
    const loaded = await load(ctx, target);
    const found = await contents(loaded, asked);
    return { page: pageOf(loaded.snapshot), ...(await inPlainText(found, loaded.snapshot.page)) };
  };
  return { shape, read };
}

type List = (db: Db, grant: PageGrant, scope: Scope, now: string) => Promise<PlainIncidentRow[]>;

async function listed({ db, grant, snapshot }: Loaded, list: List) {
  const rows = await list(db, grant, snapshot.scope, snapshot.as_of);
  return withDetails(db, grant, rows, [...snapshot.by_id.keys()]);
}

function incidents(list: List): StatuspageDocument {
  return document(IncidentsDocument, async (loaded) => ({
    incidents: incidentsOf(await listed(loaded, list), loaded.context, BYTES),
  }));
}

function maintenances(list: List): StatuspageDocument {
  return document(MaintenancesDocument, async (loaded) => ({
    scheduled_maintenances: maintenancesOf(await listed(loaded, list), loaded.context, BYTES),
  }));
}

/** @throws {AppError} `not_found`, also for what is called off or postponed: no list has it */
async function incidentRow({ db, grant, snapshot }: Loaded, id = ""): Promise<PlainIncidentRow> {
  const row = await findIncident(db, grant, snapshot.scope, numberIn(id));
  if (!row || row.plan !== null) throw notFound();
  return row;
}

/** As Statuspage's page of an incident has it: the record itself, with its post-mortem. */
async function readIncidentPage(
  ctx: Context,
  target: PageTarget,
  { id }: DocumentParams = {},
): Promise<object> {
  const loaded = await load(ctx, target);
  const row = await incidentRow(loaded, id);
  const [record, postmortem] = await Promise.all([
    recordOf(loaded, row),
    isOver(row, loaded.snapshot.as_of) ? findPostmortem(ctx.db, loaded.grant, row.id) : null,
  ]);
  const told = postmortem && withPictureUrlsMarkdown(postmortem, pageUrl(loaded.snapshot.page));
  const texts = await plainTexts(told === null ? [] : [told]);
  return { code: record.id, ...withAllKeys(record, told && plain(told, texts)) };
}

export const DOCUMENTS = {
  summary: document(SummaryDocument, ({ snapshot, context }) => ({
    components: [...context.components],
    incidents: incidentsOf(snapshot.incidents, context, BYTES_IN_SUMMARY.incidents),
    scheduled_maintenances: maintenancesOf(
      [...snapshot.maintenances, ...snapshot.upcoming_maintenances],
      context,
      BYTES_IN_SUMMARY.maintenances,
    ),
    status: pageStatus(snapshot, context.components),
  })),
  status: document(StatusDocument, ({ snapshot, context }) => ({
    status: pageStatus(snapshot, context.components),
  })),
  components: document(ComponentsDocument, ({ context }) => ({
    components: [...context.components],
  })),
  incidents: incidents((db, grant, scope, now) => listNewestOf(db, grant, scope, "incident", now)),
  unresolved: document(IncidentsDocument, ({ snapshot, context }) => ({
    incidents: incidentsOf(snapshot.incidents, context, BYTES),
  })),
  resolved: incidents(listResolved),
  maintenances: maintenances((db, grant, scope, now) =>
    listNewestOf(db, grant, scope, "maintenance", now),
  ),
  upcoming: maintenances(listNextMaintenances),
  active: document(MaintenancesDocument, ({ snapshot, context }) => ({
    scheduled_maintenances: maintenancesOf(snapshot.maintenances, context, BYTES),
  })),
  incident: document(IncidentDocument, async (loaded, { id }) => ({
    incident: await recordOf(loaded, await incidentRow(loaded, id)),
  })),
  component: document(ComponentDocument, async ({ context, snapshot }, { id }) => {
    const component = context.components.find((one) => one.id === id);
    if (!component) throw notFound();
    await inPlainText({ components: [component] }, snapshot.page);
    return { component };
  }),
  incident_page: { shape: WholeIncident, read: readIncidentPage },
  history: {
    shape: HistoryDocument,
    read: async (ctx: Context, target: PageTarget, { page }: DocumentParams = {}) =>
      readHistory(await load(ctx, target), page),
  },
} satisfies Record<string, StatuspageDocument>;
