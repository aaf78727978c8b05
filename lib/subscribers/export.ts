import { stringify } from "csv-stringify/sync";
import { authorize, type PageGrant, type PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { listGroupsOf, listSubscriptionGroupRows } from "#lib/incidents/groups/queries.ts";
import { listAllLinks } from "#lib/services/links.queries.ts";
import { listPlainServiceRows } from "#lib/services/queries.ts";
import { importName } from "#lib/subscribers/import/page-names.ts";
import { listNextRows, type SubscriptionRow } from "#lib/subscribers/queries.ts";
import { styleOf } from "#lib/subscribers/style.ts";

const COLUMNS = [
  ...["type", "email", "country_dial_code", "phone_number", "webhook_url", "filter", "services"],
  ...["incident_types", "incident_id", "groups", "locale", "style", "format", "metadata"],
  ...[
    "consent_at",
    "consent_source",
    "confirmed_at",
    "quarantined_at",
    "quarantine_reason",
    "inserted_at",
  ],
];
const BATCH = 1_000;

// Spreadsheets must not evaluate a cell as a formula.
const csv = (rows: unknown[][]) =>
  stringify(
    rows.map((row) => row.map(quoted)),
    { escape_formulas: true },
  );

/** An import takes one quote off what looks disarmed. */
function quoted(value: unknown): unknown {
  return typeof value === "string" && /^'+[=+\-@\t\r＝＋－＠]/.test(value) ? `'${value}` : value;
}

type Names = ReadonlyMap<number, string>;

/** Names by id, as an import resolves them; ambiguous names become ids. */
function naming(rows: readonly { id: number; name: string }[]): Names {
  const counts = new Map<string, number>();
  for (const { name } of rows)
    counts.set(importName(name), (counts.get(importName(name)) ?? 0) + 1);
  return new Map(
    rows.map(({ id, name }) => {
      const isClear = counts.get(importName(name)) === 1 && !/;|^\d+$|^(\*|all|alle)$/i.test(name);
      return [id, isClear ? name : String(id)];
    }),
  );
}

function listed(ids: readonly number[], names: Names): string {
  return ids.map((id) => names.get(id) ?? id).join(";");
}

function lineOf(row: SubscriptionRow, services: string, groups: string): unknown[] {
  const metadata = JSON.stringify(row.metadata);
  const cells: Record<string, unknown> = {
    ...row,
    services: row.filter === "services" ? services : "",
    incident_types: row.filter === "incident_types" ? row.incident_types.join(";") : "",
    groups,
    style: styleOf(row),
    metadata: metadata === "{}" ? "" : metadata,
  };
  return COLUMNS.map((name) => cells[name] ?? "");
}

async function* linesOf(ctx: Context, grant: PageGrant): AsyncGenerator<string> {
  yield csv([COLUMNS]);
  const { db } = ctx;
  const services = naming(await listPlainServiceRows(db, grant));
  const groups = naming(await listSubscriptionGroupRows(db, grant));
  for (let after = 0; ; ) {
    const rows = await listNextRows(db, grant, after, BATCH);
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
    const ids = rows.map(({ id }) => id);
    const links = await listAllLinks(db, grant, "subscription", ids);
    const members = await listGroupsOf(db, grant, ids);
    yield csv(
      rows.map((row) =>
        lineOf(
          row,
          listed(links.get(row.id) ?? [], services),
          listed(members.get(row.id) ?? [], groups),
        ),
      ),
    );
  }
}

/**
 * Streams all subscriptions of a page as CSV, oldest first.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function exportSubscriptions(
  ctx: Context,
  target: PageTarget,
): Promise<AsyncGenerator<string>> {
  return linesOf(ctx, await authorize(ctx, "subscription.write", target));
}
