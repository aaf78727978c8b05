import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { authorize } from "#lib/core/access/authorize.ts";
import { enqueue } from "#lib/core/queue/enqueue.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { findImport, type Result } from "#lib/incidents/calendar-import/queries.ts";
import type { CalendarImport } from "#lib/incidents/calendar-import/schema.ts";
import type { IntegrationTarget } from "#lib/pages/integrations/integrations.ts";
import { getIntegrationRow } from "#lib/pages/integrations/queries.ts";
import { getStatusPageRow } from "#lib/pages/queries.ts";
import { parseSettings } from "#lib/pages/schema.ts";
import { invalid, notFound } from "#lib/platform/errors/errors.ts";

const POLL_MS = 250;
const MAX_POLLS = 40;

type Imported = Omit<Result, "run"> & { last_error: string | null };

/**
 * Imports a calendar now, also while it is disabled.
 * @returns null when it takes longer than ten seconds
 * @throws {AppError} `not_found`, `forbidden`, `invalid` while the page imports no calendars
 */
export async function importNow(ctx: Context, target: IntegrationTarget): Promise<Imported | null> {
  const grant = await authorize(ctx, "integration.write", target);
  const { id, name } = await getIntegrationRow(ctx.db, grant, target.integration_id);
  if (name !== "calendar") throw notFound();
  const page = await getStatusPageRow(ctx.db, grant);
  if (!parseSettings(page.settings).external_calendar_enabled)
    throw invalid({ base: [{ code: "not_offered" }] });
  const run = randomUUID();
  await changeRecords(ctx, grant, async (trx) => {
    const payload = { status_page_id: grant.status_page_id, integration_id: id, run };
    await enqueue(trx, "import-calendars", payload, { key: `import-calendar:${id}` });
    const audit = { action: "integration.import", subject_id: id };
    return { result: undefined, audit, events: [] };
  });
  for (let look = 0; look < MAX_POLLS; look += 1) {
    await sleep(POLL_MS);
    const found = await findImport(ctx.db, grant, id);
    if (found?.result?.run !== run) continue;
    const { last_error } = await getIntegrationRow(ctx.db, grant, id);
    const { run: _, ...counts } = found.result;
    return { ...counts, last_error };
  }
  return null;
}

export type LastImport = {
  /** Wire time; null: never imported. */
  checked_at: string | null;
  /** In English; null: it succeeded. */
  last_error: string | null;
  counts: Omit<Result, "run"> | null;
};

/** @throws {AppError} `not_found`, `forbidden` */
export async function getLastImport(ctx: Context, target: IntegrationTarget): Promise<LastImport> {
  const grant = await authorize(ctx, "integration.write", target);
  const { id, checked_at, last_error } = await getIntegrationRow(
    ctx.db,
    grant,
    target.integration_id,
  );
  const found = await findImport(ctx.db, grant, id);
  if (!found?.result) return { checked_at, last_error, counts: null };
  const { run: _, ...counts } = found.result;
  return { checked_at, last_error, counts };
}

/** @throws {AppError} `not_found` unless it is a calendar, `forbidden` */
export async function getCalendarImport(
  ctx: Context,
  target: IntegrationTarget,
): Promise<CalendarImport> {
  const grant = await authorize(ctx, "page.read", target);
  const row = await getIntegrationRow(ctx.db, grant, target.integration_id);
  if (row.name !== "calendar") throw notFound();
  const found = await findImport(ctx.db, grant, row.id);
  const { created = 0, changed = 0, called_off = 0, unchanged = 0 } = found?.result ?? {};
  const { checked_at, last_error } = row;
  return {
    ...{ checked_at, last_error, created, changed, called_off, unchanged },
    left_out: found?.result?.left_out ?? 0,
    left_out_events: found?.result?.named ?? [],
  };
}
