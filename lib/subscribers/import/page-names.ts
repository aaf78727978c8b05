import type { Db } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { listSubscriptionGroupRows } from "#lib/incidents/groups/queries.ts";
import { listIncidentTypeRows } from "#lib/incidents/types/queries.ts";
import { getStatusPageRow } from "#lib/pages/queries.ts";
import { parseSettings, type Settings } from "#lib/pages/schema.ts";
import { listPlainServiceRows } from "#lib/services/queries.ts";

/** Ids by name in lower case, and by themselves; null: several have the name. */
type Ids = ReadonlyMap<string, number | null>;

export type PageNames = {
  settings: Settings;
  services: Ids;
  groups: Ids;
  types: ReadonlySet<string>;
};

export function importName(name: string): string {
  return name.trim().toLowerCase();
}

function byName(rows: readonly { id: number; name: string }[]): Ids {
  const named = Map.groupBy(rows, ({ name }) => importName(name));
  return new Map<string, number | null>([
    ...Array.from(named, ([name, [first, ...others]]): [string, number | null] => [
      name,
      first && others.length === 0 ? first.id : null,
    ]),
    ...rows.map(({ id }): [string, number] => [String(id), id]),
  ]);
}

export async function readPageNames(db: Db, grant: PageGrant): Promise<PageNames> {
  const [page, services, groups, types] = await Promise.all([
    getStatusPageRow(db, grant),
    listPlainServiceRows(db, grant),
    listSubscriptionGroupRows(db, grant),
    listIncidentTypeRows(db, grant),
  ]);
  return {
    settings: parseSettings(page.settings),
    services: byName(services),
    groups: byName(groups),
    types: new Set(types.map(({ key }) => key)),
  };
}
