import { IMAGES, imageUrl } from "#lib/status-pages/images.ts";
import type { StatusPageRow } from "#lib/status-pages/queries.ts";
import { parseSettings, StatusPage } from "#lib/status-pages/schema.ts";

const KEYS = Object.keys(StatusPage.shape) as (keyof StatusPage)[];

/** A page as the wire has it, its keys in the order of the schema. */
export function serializeStatusPage(row: StatusPageRow): StatusPage {
  const { settings, ...columns } = row;
  const parsed = parseSettings(settings);
  const urls = IMAGES.map((name) => [name, imageUrl({ address: row.subdomain }, parsed[name])]);
  const all = { ...parsed, ...Object.fromEntries(urls), ...columns };
  return Object.fromEntries(KEYS.map((key) => [key, all[key]])) as StatusPage;
}
