import { authorize, type PageGrant, type PageTarget } from "#lib/core/access/authorize.ts";
import { enqueue } from "#lib/core/queue/enqueue.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { invalid } from "#lib/platform/errors/errors.ts";
import { MIB } from "#lib/platform/http/protocol.ts";
import { countRemainingRequests } from "#lib/subscribers/confirmations.ts";
import { MAX_IMPORT_BYTES, PIECE_BYTES } from "#lib/subscribers/import/limits.ts";
import {
  deleteImport,
  getImport,
  type ImportRow,
  insertImport,
  insertPiece,
  listImports,
  lockImport,
  updateImport,
} from "#lib/subscribers/import/queries.ts";
import type { Counts, ImportState, Problem } from "#lib/subscribers/import/schema.ts";

export type Import = Pick<ImportRow, "id" | "name" | "row_count" | "total" | "inserted_at"> & {
  state: ImportState;
  counts: Counts;
  problems: Problem[];
};

function serialize(row: ImportRow): Import {
  const { id, name, state, row_count, total, inserted_at, counts, problems } = row;
  const fields = {
    state: state as ImportState,
    counts: counts as Counts,
    problems: problems as Problem[],
  };
  return { id, name, row_count, total, inserted_at, ...fields };
}

const MAX_LISTED = 10;

/** Lists the newest files. @throws {AppError} `not_found`, `forbidden` */
export async function readImports(ctx: Context, target: PageTarget): Promise<Import[]> {
  const grant = await authorize(ctx, "subscription.write", target);
  return (await listImports(ctx.db, grant, MAX_LISTED)).map(serialize);
}

/** @throws {AppError} `not_found`, `forbidden` */
export async function readImport(ctx: Context, target: ImportTarget): Promise<Import> {
  const grant = await authorize(ctx, "subscription.write", target);
  return serialize(await getImport(ctx.db, grant, target.import_id));
}

type ImportTarget = PageTarget & { import_id: number };

type Piece = {
  /** Absent: the first piece of a new file. */
  import_id?: number | undefined;
  name: string;
  place: number;
  is_last: boolean;
  body: Buffer;
};

/**
 * Stores a piece of a file; the last piece starts the check, which changes nothing.
 * @returns the import's id
 * @throws {AppError} `not_found`, `forbidden`, `invalid`
 */
export async function uploadPiece(
  ctx: Context,
  target: PageTarget,
  { import_id, name, place, is_last, body }: Piece,
): Promise<number> {
  const grant: PageGrant = await authorize(ctx, "subscription.write", target);
  if (body.byteLength > PIECE_BYTES) throw invalid({ piece: [{ code: "invalid" }] });
  return changeRecords(ctx, grant, async (trx) => {
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
    if (is_last) await enqueueImport(trx, grant.status_page_id, row.id);
    const audit = is_last
      ? { action: "subscription_import.create", subject_id: row.id, changes: { bytes } }
      : null;
    return { result: row.id, audit, events: [] };
  });
}

type Trx = Parameters<typeof enqueue>[0];

async function enqueueImport(trx: Trx, status_page_id: number, import_id: number): Promise<void> {
  const key = `import-subscriptions:${import_id}`;
  await enqueue(trx, "import-subscriptions", { status_page_id, import_id }, { key });
}

/**
 * Starts importing a checked file.
 * @throws {AppError} `not_found`, `forbidden`, `invalid` when it would ask more people to confirm
 * than today's limit allows
 */
export async function beginImport(ctx: Context, target: ImportTarget): Promise<void> {
  const grant: PageGrant = await authorize(ctx, "subscription.write", target);
  await changeRecords(ctx, grant, async (trx) => {
    const { id, state, row_count, counts } = await lockImport(trx, grant, target.import_id);
    if (state !== "checked") return { result: undefined, audit: null, events: [] };
    const max = await countRemainingRequests(trx, grant);
    if (((counts as Counts).asked ?? 0) > max)
      throw invalid({ base: [{ code: "too_many_strangers", values: { max: Math.max(0, max) } }] });
    const now = wireNow();
    await updateImport(trx, grant, id, {
      ...{ state: "importing", row_count: 0, total: row_count },
      ...{ counts: "{}", problems: "[]", worked_at: now, updated_at: now },
    });
    await enqueueImport(trx, grant.status_page_id, id);
    const changes = { counts };
    const audit = { action: "subscription_import.begin", subject_id: id, changes };
    return { result: undefined, audit, events: [] };
  });
}

/** Deletes a file; imported subscriptions stay. @throws {AppError} `not_found`, `forbidden` */
export async function discardImport(ctx: Context, target: ImportTarget): Promise<void> {
  const grant: PageGrant = await authorize(ctx, "subscription.write", target);
  await changeRecords(ctx, grant, async (trx) => {
    const { id } = await deleteImport(trx, grant, target.import_id);
    const audit = { action: "subscription_import.delete", subject_id: id };
    return { result: undefined, audit, events: [] };
  });
}
