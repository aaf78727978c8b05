import { plainTexts, type Rendered } from "#lib/core/markdown/rendered.ts";
import type { Component, Incident, Maintenance } from "#lib/site/statuspage-json/shapes.ts";

type Said = {
  components?: Component[];
  incidents?: Incident[];
  scheduled_maintenances?: Maintenance[];
};

/** Never longer than the Markdown, which has to fit into the document. */
function plain(source: string, texts: Rendered): string {
  const text = texts.get(source) ?? source;
  return text.length <= source.length ? text : source;
}

/** A document with its Markdown as plain text: its readers show what they get. */
export async function inPlainText<Contents extends Said>(contents: Contents): Promise<Contents> {
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
