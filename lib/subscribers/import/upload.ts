import { authorize, type PageTarget } from "#lib/core/access/authorize.ts";
import { enqueue } from "#lib/core/queue/enqueue.ts";
import type { Context } from "#lib/core/request/context.ts";
import { recordFacts } from "#lib/core/transaction/change.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { invalid } from "#lib/platform/errors/errors.ts";
import { MIB } from "#lib/platform/http/protocol.ts";
import { MAX_IMPORT_BYTES, PIECE_BYTES } from "#lib/subscribers/import/limits.ts";
import {
  deleteImport,
  insertImport,
  insertPiece,
  lockImport,
  updateImport,
} from "#lib/subscribers/import/queries.ts";
import type { Counts } from "#lib/subscribers/import/schema.ts";
import { mayStillAsk } from "#lib/subscribers/messages.ts";

export type ImportTarget = PageTarget & { import_id: number };

type Piece = {
  /** None: this is the first piece of a new file. */
  import_id?: number | undefined;
  name: string;
  place: number;
  is_last: boolean;
  body: Buffer;
};

/**
 * Keeps a piece of a file of subscribers; with the last one it is checked, which changes nothing.
 * @returns the import's id
 * @throws {AppError} `not_found`, `forbidden`, `invalid`
 */
export async function uploadPiece(
  ctx: Context,
  target: PageTarget,
  { import_id, name, place, is_last, body }: Piece,
): Promise<number> {
  const grant = await authorize(ctx, "subscription.write", target);
  if (body.byteLength > PIECE_BYTES) throw invalid({ piece: [{ code: "invalid" }] });
  return recordFacts(ctx, grant, async (trx) => {
    const row = import_id
      ? await lockImport(trx, grant, import_id)
      : await insertImport(trx, grant, { name });
    if (row.state !== "uploading") return { result: row.id, audit: null, events: [] };
    const bytes = row.bytes + body.byteLength;
    if (bytes > MAX_IMPORT_BYTES)
      throw invalid({ file: [{ code: "large_file", values: { max: MAX_IMPORT_BYTES / MIB } }] });
    await insertPiece(trx, grant, { subscription_import_id: row.id, place, body });
    const now = wireNow();
    const state = is_last ? ("checking" as const) : row.state;
    await updateImport(trx, grant, row.id, { bytes, state, worked_at: now, updated_at: now });
    if (is_last) await orderWork(trx, grant.status_page_id, row.id);
    const audit = is_last
      ? { action: "subscription_import.create", subject_id: row.id, changes: { bytes } }
      : null;
    return { result: row.id, audit, events: [] };
  });
}

type Trx = Parameters<typeof enqueue>[0];

async function orderWork(trx: Trx, status_page_id: number, import_id: number): Promise<void> {
  const key = `import-subscriptions:${import_id}`;
  await enqueue(trx, "import-subscriptions", { status_page_id, import_id }, { key });
}

/**
 * Has what was checked imported.
 * @throws {AppError} `not_found`, `forbidden`, `invalid` when more people would have to be asked to
 *   confirm than may be today
 */
export async function beginImport(ctx: Context, target: ImportTarget): Promise<void> {
  const grant = await authorize(ctx, "subscription.write", target);
  await recordFacts(ctx, grant, async (trx) => {
    const { id, state, row_count, counts } = await lockImport(trx, grant, target.import_id);
    if (state !== "checked") return { result: undefined, audit: null, events: [] };
    const max = await mayStillAsk(trx, grant);
    if (((counts as Counts).asked ?? 0) > max)
      throw invalid({ base: [{ code: "too_many_strangers", values: { max: Math.max(0, max) } }] });
    const now = wireNow();
    await updateImport(trx, grant, id, {
      ...{ state: "importing", row_count: 0, total: row_count },
      ...{ counts: "{}", problems: "[]", worked_at: now, updated_at: now },
    });
    await orderWork(trx, grant.status_page_id, id);
    const changes = { counts };
    const audit = { action: "subscription_import.begin", subject_id: id, changes };
    return { result: undefined, audit, events: [] };
  });
}

/** Forgets a file; what was imported of it stays. @throws {AppError} `not_found`, `forbidden` */
export async function discardImport(ctx: Context, target: ImportTarget): Promise<void> {
  const grant = await authorize(ctx, "subscription.write", target);
  await recordFacts(ctx, grant, async (trx) => {
    const { id } = await deleteImport(trx, grant, target.import_id);
    const audit = { action: "subscription_import.delete", subject_id: id };
    return { result: undefined, audit, events: [] };
  });
}
