import type { Db } from "#db/index.ts";
import type { PageGrant, PageTarget } from "#lib/core/access/authorize.ts";
import { type Addressed, pageUrl } from "#lib/core/addresses/url.ts";
import { withPictureUrlsMarkdown } from "#lib/core/markdown/pictures.ts";
import { plainTexts, type Rendered } from "#lib/core/markdown/rendered.ts";
import type { Context } from "#lib/core/request/context.ts";
import type { PlainIncidentRow } from "#lib/incidents/queries.ts";
import { notFound } from "#lib/platform/errors/errors.ts";
import { withDetails } from "#lib/site/snapshot/incidents.ts";
import { loadSnapshot } from "#lib/site/snapshot/load.ts";
import type { Snapshot } from "#lib/site/snapshot/snapshot.ts";
import { componentsOf } from "#lib/site/statuspage-json/components.ts";
import {
  type DocumentContext,
  incidentsOf,
  maintenancesOf,
} from "#lib/site/statuspage-json/incidents.ts";
import type { Component, Incident, Maintenance } from "#lib/site/statuspage-json/shapes.ts";

export type Loaded = { db: Db; grant: PageGrant; snapshot: Snapshot; context: DocumentContext };

// Components take two megabytes at most; the document stays below four.
export const BYTES = 1_700_000;

type OperatorText = {
  components?: Component[];
  incidents?: Incident[];
  scheduled_maintenances?: Maintenance[];
};

/** Plain text must not outgrow its Markdown, whose size was budgeted. */
export function plain(source: string, texts: Rendered): string {
  const text = texts.get(source) ?? source;
  return text.length <= source.length ? text : source;
}

/** Converts Markdown to plain text, because clients show it verbatim. */
export async function inPlainText<Contents extends OperatorText>(
  contents: Contents,
  page: Addressed,
): Promise<Contents> {
  const { components = [], incidents = [], scheduled_maintenances = [] } = contents;
  const records = [...incidents, ...scheduled_maintenances];
  const updates = records.flatMap(({ incident_updates }) => incident_updates);
  const described = [...components, ...records.flatMap((record) => record.components)];
  for (const update of updates) update.body = withPictureUrlsMarkdown(update.body, pageUrl(page));
  const texts = await plainTexts([
    ...updates.map(({ body }) => body),
    ...described.flatMap(({ description }) => description ?? []),
  ]);
  for (const update of updates) update.body = plain(update.body, texts);
  for (const component of new Set(described))
    component.description = component.description && plain(component.description, texts);
  return contents;
}

export async function load(ctx: Context, target: PageTarget): Promise<Loaded> {
  const { grant, snapshot } = await loadSnapshot(ctx, target);
  return { db: ctx.db, grant, snapshot, context: contextOf(snapshot) };
}

export function contextOf(snapshot: Snapshot): DocumentContext {
  return { snapshot, components: componentsOf(snapshot) };
}

/**
 * An incident or maintenance in full.
 * @param sees_only the services that its reader may see; null: all
 * @throws {AppError} `not_found`
 */
export async function recordOf(
  { db, grant, snapshot, context }: Loaded,
  row: PlainIncidentRow,
  sees_only: readonly number[] | null = grant.sees_only,
): Promise<Incident | Maintenance> {
  const { by_id } = snapshot;
  const found = await withDetails(db, grant, [row], [...by_id.keys()]);
  for (const incident of found)
    incident.deleted_services = incident.deleted_services.filter(
      ({ above }) => sees_only === null || above.some((id) => by_id.has(id)),
    );
  const of = row.severity === "scheduled" ? maintenancesOf : incidentsOf;
  const [record] = of(found, context, BYTES);
  if (!record) throw notFound();
  await inPlainText({ incidents: [record as Incident] }, snapshot.page);
  return record;
}
