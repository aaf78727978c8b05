import type { z } from "zod";
import type { Db } from "#db/index.ts";
import type { PageGrant, PageTarget } from "#lib/core/access/authorize.ts";
import { pageUrl } from "#lib/core/addresses/url.ts";
import { plainTexts, type Rendered } from "#lib/core/markdown/rendered.ts";
import type { Context } from "#lib/core/request/context.ts";
import type { PlainIncidentRow } from "#lib/incidents/queries.ts";
import { withDetails } from "#lib/site/snapshot/incidents.ts";
import { loadSnapshot } from "#lib/site/snapshot/load.ts";
import {
  listNewestOf,
  listNextMaintenances,
  listResolved,
  type Scope,
} from "#lib/site/snapshot/queries.ts";
import type { Snapshot } from "#lib/site/snapshot/snapshot.ts";
import { componentsOf, pageStatus } from "#lib/site/statuspage-json/components.ts";
import {
  type DocumentContext,
  incidentsOf,
  maintenancesOf,
} from "#lib/site/statuspage-json/incidents.ts";
import {
  type Component,
  ComponentsDocument,
  type Incident,
  IncidentsDocument,
  latest,
  type Maintenance,
  MaintenancesDocument,
  momentIn,
  type Page,
  StatusDocument,
  SummaryDocument,
} from "#lib/site/statuspage-json/shapes.ts";

type OperatorText = {
  components?: Component[];
  incidents?: Incident[];
  scheduled_maintenances?: Maintenance[];
};

/** Plain text must not outgrow its Markdown, whose size was budgeted. */
function plain(source: string, texts: Rendered): string {
  const text = texts.get(source) ?? source;
  return text.length <= source.length ? text : source;
}

/** Converts Markdown to plain text, because clients show it verbatim. */
export async function inPlainText<Contents extends OperatorText>(
  contents: Contents,
): Promise<Contents> {
  const { components = [], incidents = [], scheduled_maintenances = [] } = contents;
  const records = [...incidents, ...scheduled_maintenances];
  const updates = records.flatMap(({ incident_updates }) => incident_updates);
  const described = [...components, ...records.flatMap((record) => record.components)];
  const texts = await plainTexts([
    ...updates.map(({ body }) => body),
    ...described.flatMap(({ description }) => description ?? []),
  ]);
  for (const update of updates) update.body = plain(update.body, texts);
  for (const component of new Set(described))
    component.description = component.description && plain(component.description, texts);
  return contents;
}

type Loaded = { db: Db; grant: PageGrant; snapshot: Snapshot; context: DocumentContext };

type Contents<Shape extends z.ZodType> = Omit<z.infer<Shape>, "page">;
export type StatuspageDocument = {
  shape: z.ZodType;
  /** @throws {AppError} `not_found`, `forbidden` */
  read: (ctx: Context, target: PageTarget) => Promise<object>;
};

// Components take two megabytes at most; the document stays below four.
const BYTES = 1_700_000;
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
    updated_at: momentIn(time_zone, latest(page.updated_at, ...changes)),
  };
}

function document<Shape extends z.ZodType>(
  shape: Shape,
  contents: (loaded: Loaded) => Promise<Contents<Shape>> | Contents<Shape>,
): StatuspageDocument {
  const read: StatuspageDocument["read"] = async (ctx, target) => {
    const { grant, snapshot } = await loadSnapshot(ctx, target);
    const context = { snapshot, components: componentsOf(snapshot) };
    const found = await contents({ db: ctx.db, grant, snapshot, context });
    return { page: pageOf(snapshot), ...(await inPlainText(found)) };
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
};
