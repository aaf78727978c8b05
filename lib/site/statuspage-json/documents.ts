import type { z } from "zod";
import type { Db } from "#db/index.ts";
import type { PageGrant, PageTarget } from "#lib/core/access/authorize.ts";
import { pageUrl } from "#lib/core/addresses/url.ts";
import type { Context } from "#lib/core/request/context.ts";
import type { PlainIncidentRow } from "#lib/incidents/queries.ts";
import { withDetails } from "#lib/site/snapshot/incidents.ts";
import { openSnapshot } from "#lib/site/snapshot/open-snapshot.ts";
import {
  listNewestOf,
  listNextMaintenances,
  listResolved,
  type Scope,
} from "#lib/site/snapshot/queries.ts";
import type { Snapshot } from "#lib/site/snapshot/snapshot.ts";
import { componentsOf } from "#lib/site/statuspage-json/components.ts";
import { incidentsOf, maintenancesOf, type Told } from "#lib/site/statuspage-json/incidents.ts";
import { latest, momentIn } from "#lib/site/statuspage-json/moment.ts";
import { inPlainText } from "#lib/site/statuspage-json/plain.ts";
import {
  ComponentsDocument,
  IncidentsDocument,
  MaintenancesDocument,
  type Page,
  StatusDocument,
  SummaryDocument,
} from "#lib/site/statuspage-json/shapes.ts";
import { pageStatus } from "#lib/site/statuspage-json/status.ts";

/** A page, opened for one document. */
type Opened = { db: Db; grant: PageGrant; snapshot: Snapshot; told: Told };

type Contents<Shape extends z.ZodType> = Omit<z.infer<Shape>, "page">;
export type StatuspageDocument = {
  shape: z.ZodType;
  /** @throws {AppError} `not_found`, `forbidden` */
  read: (ctx: Context, target: PageTarget) => Promise<object>;
};

// Components have two megabytes at most; all of a document is below four.
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
  contents: (opened: Opened) => Promise<Contents<Shape>> | Contents<Shape>,
): StatuspageDocument {
  const read: StatuspageDocument["read"] = async (ctx, target) => {
    const { grant, snapshot } = await openSnapshot(ctx, target);
    const told = { snapshot, components: componentsOf(snapshot) };
    const found = await contents({ db: ctx.db, grant, snapshot, told });
    return { page: pageOf(snapshot), ...(await inPlainText(found)) };
  };
  return { shape, read };
}

type List = (db: Db, grant: PageGrant, scope: Scope, now: string) => Promise<PlainIncidentRow[]>;

async function listed({ db, grant, snapshot }: Opened, list: List) {
  const rows = await list(db, grant, snapshot.scope, snapshot.as_of);
  return withDetails(db, grant, rows, [...snapshot.by_id.keys()]);
}

function incidents(list: List): StatuspageDocument {
  return document(IncidentsDocument, async (opened) => ({
    incidents: incidentsOf(await listed(opened, list), opened.told, BYTES),
  }));
}

function maintenances(list: List): StatuspageDocument {
  return document(MaintenancesDocument, async (opened) => ({
    scheduled_maintenances: maintenancesOf(await listed(opened, list), opened.told, BYTES),
  }));
}

/**
 * What a page answers below `/api/v2`, as Atlassian Statuspage does: for the bots, exporters and
 * dashboards that read it.
 */
export const DOCUMENTS = {
  summary: document(SummaryDocument, ({ snapshot, told }) => ({
    components: [...told.components],
    incidents: incidentsOf(snapshot.incidents, told, BYTES_IN_SUMMARY.incidents),
    scheduled_maintenances: maintenancesOf(
      [...snapshot.maintenances, ...snapshot.upcoming_maintenances],
      told,
      BYTES_IN_SUMMARY.maintenances,
    ),
    status: pageStatus(snapshot, told.components),
  })),
  status: document(StatusDocument, ({ snapshot, told }) => ({
    status: pageStatus(snapshot, told.components),
  })),
  components: document(ComponentsDocument, ({ told }) => ({
    components: [...told.components],
  })),
  incidents: incidents((db, grant, scope, now) => listNewestOf(db, grant, scope, "incident", now)),
  unresolved: document(IncidentsDocument, ({ snapshot, told }) => ({
    incidents: incidentsOf(snapshot.incidents, told, BYTES),
  })),
  resolved: incidents(listResolved),
  maintenances: maintenances((db, grant, scope, now) =>
    listNewestOf(db, grant, scope, "maintenance", now),
  ),
  upcoming: maintenances(listNextMaintenances),
  active: document(MaintenancesDocument, ({ snapshot, told }) => ({
    scheduled_maintenances: maintenancesOf(snapshot.maintenances, told, BYTES),
  })),
};
