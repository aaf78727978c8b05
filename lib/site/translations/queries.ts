import { sql } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { type MachineMark, machineMark } from "#lib/platform/i18n/machine.ts";

const FIELDS = {
  incidents: "title",
  incident_updates: "description",
  info_notices: "title",
  info_notice_updates: "description",
} as const;
type Table = keyof typeof FIELDS;

export type TextRow = {
  table: Table;
  field: (typeof FIELDS)[Table];
  id: number;
  text: string;
  translations: Record<string, Partial<Record<string, string | null>> & MachineMark>;
};

const NEWEST = 20;

async function textsIn(
  db: Db,
  grant: PageGrant,
  table: Table,
  by: { column: string; id: number },
): Promise<TextRow[]> {
  const field = FIELDS[table];
  const { rows } = await sql<Omit<TextRow, "table" | "field">>`
    select id, ${sql.ref(field)} as text, coalesce(translations, '{}') as translations
    from ${sql.table(table)}
    where status_page_id = ${grant.status_page_id} and ${sql.ref(by.column)} = ${by.id}
    order by id desc limit ${NEWEST}`.execute(db);
  return rows.map((row) => ({ table, field, ...row }));
}

export async function listTexts(
  db: Db,
  grant: PageGrant,
  kind: "incident" | "info_notice",
  id: number,
): Promise<TextRow[]> {
  const record = await textsIn(db, grant, `${kind}s`, { column: "id", id });
  const updates = await textsIn(db, grant, `${kind}_updates`, { column: `${kind}_id`, id });
  return [...record, ...updates];
}

/**
 * Writes a machine translation unless the text changed or an operator translated it.
 * @returns whether it was written
 */
export async function writeTranslation(
  trx: Trx,
  grant: PageGrant,
  { table, field, id, text }: TextRow,
  lang: string,
  translated: string,
): Promise<boolean> {
  const made = JSON.stringify({ [lang]: { [field]: translated, machine: machineMark(text) } });
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set translations = coalesce(translations, '{}') || ${made}::jsonb
    where status_page_id = ${grant.status_page_id} and id = ${id}
      and ${sql.ref(field)} = ${text}
      and (coalesce(translations -> ${lang}::text ->> ${field}::text, '') = ''
        or translations -> ${lang}::text ? 'machine')`.execute(trx);
  return (numAffectedRows ?? 0n) > 0n;
}
