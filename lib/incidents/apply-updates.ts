import type { Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { merged } from "#lib/core/fields/json.ts";
import { isSame } from "#lib/core/transaction/outcome.ts";
import { type Declared, restate } from "#lib/incidents/declared.ts";
import { type IncidentRow, updateIncidentRow } from "#lib/incidents/queries.ts";
import {
  checkEditedUpdate,
  checkNamed,
  checkUpdate,
  defaultUpdateType,
  isNewsOwed,
  isOverAt,
} from "#lib/incidents/rules.ts";
import type { UpdateIncident } from "#lib/incidents/schema.ts";
import { byTime } from "#lib/incidents/state.ts";
import { insertUpdate, type UpdateRow, updateUpdateRow } from "#lib/incidents/updates/queries.ts";
import {
  checkSocialPost,
  editedColumns,
  findSameUpdate,
  newlyTold,
} from "#lib/incidents/updates/rules.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { invalid } from "#lib/platform/errors/errors.ts";

type Known = { posted: UpdateRow[]; posted_by: number | null; settings: unknown };

export type Applied = { added: UpdateRow[]; edited: { before: UpdateRow; after: UpdateRow }[] };

/** With their place in the input; oldest first, because clients send the newest first. */
function inOrder<T extends { posted_at?: string }>(updates: readonly T[]): [number, T][] {
  const now = wireNow();
  const at = ([, { posted_at = now }]: [number, T]) => ({ posted_at });
  return [...updates.entries()].toSorted((a, b) => byTime(at(a), at(b)));
}

/** Fields that change the course of the incident. */
function isSameEffect(a: UpdateRow, b: UpdateRow): boolean {
  return a.type === b.type && a.posted_at === b.posted_at && isSame(a.service_ids, b.service_ids);
}

/** Updates that say something else than before count as newer than what was declared. */
export async function restateEdited(
  trx: Trx,
  grant: PageGrant,
  incident: IncidentRow,
  edited: Applied["edited"],
): Promise<IncidentRow> {
  const changed = edited.filter(({ before, after }) => !isSameEffect(before, after));
  if (changed.length === 0) return incident;
  const declared = changed.reduce(
    (now, { after }) => restate(now, after.id),
    incident.declared as Declared,
  );
  return updateIncidentRow(trx, grant, incident.id, { declared });
}

/** Edits updates with a known id or the same text, posts others; omitted ones stay. */
export async function applyUpdates(
  trx: Trx,
  grant: PageGrant,
  incident: IncidentRow,
  { updates, notify }: UpdateIncident,
  { posted, posted_by, settings }: Known,
): Promise<Applied> {
  const added: UpdateRow[] = [];
  const edited: Applied["edited"] = [];
  for (const [index, { id, hold_seconds: _, ...update }] of inOrder(updates ?? [])) {
    const known = findSameUpdate({ id, ...update }, posted);
    const path = `updates.${index}.`;
    if (known) {
      if (isSame(known, merged(known, update))) continue;
      checkEditedUpdate(incident, known, update, path);
      await checkNamed(trx, grant, update.service_ids, path);
      await checkSocialPost(trx, grant, settings, newlyTold(known, update), path);
      const values = editedColumns(known, update);
      const after = await updateUpdateRow(trx, grant, known.id, values);
      edited.push({ before: known, after });
    } else {
      const { posted_at = wireNow() } = update;
      const isFirst = posted.length === 0 && index === 0 && !isOverAt(incident, posted_at);
      const { type = defaultUpdateType(incident.severity, isFirst) } = update;
      checkUpdate(incident, type, posted_at, path);
      if (!update.description) throw invalid({ [`${path}description`]: [{ code: "blank" }] });
      await checkNamed(trx, grant, update.service_ids, path);
      await checkSocialPost(trx, grant, settings, update, path);
      const { description, translations = {} } = update;
      const row = { ...update, description, type, posted_at, translations };
      const owed = await isNewsOwed(trx, grant, incident, row);
      const own = { notify: update.notify ?? notify ?? owed, incident_id: incident.id, posted_by };
      added.push(await insertUpdate(trx, grant, { ...row, ...own }));
    }
  }
  return { added, edited };
}
