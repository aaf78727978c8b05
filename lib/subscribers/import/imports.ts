import type { Trx } from "#db/index.ts";
import { authorize, type PageGrant, type PageTarget } from "#lib/core/access/authorize.ts";
import { enqueue } from "#lib/core/queue/enqueue.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { invalid } from "#lib/platform/errors/errors.ts";
import { MIB } from "#lib/platform/http/protocol.ts";
import { countRemainingRequests } from "#lib/subscribers/confirmations.ts";
import { readLayout } from "#lib/subscribers/import/file.ts";
import { MAX_IMPORT_BYTES, PIECE_BYTES } from "#lib/subscribers/import/limits.ts";
import { readPageNames } from "#lib/subscribers/import/page-names.ts";
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
import type {
  Counts,
  ImportState,
  Layout,
  LayoutChange,
  PreviewRow,
  Problem,
  SubscriptionImport,
  UpdateImport,
} from "#lib/subscribers/import/schema.ts";

export type Import = SubscriptionImport;

const NO_COUNTS = { added: 0, changed: 0, same: 0, duplicate: 0, refused: 0, asked: 0 };

function serialize(row: ImportRow): Import {
  const { id, name, row_count, total, inserted_at } = row;
  return {
    ...{ id, name, row_count, total, inserted_at },
    state: row.state as ImportState,
    counts: { ...NO_COUNTS, ...(row.counts as Counts) },
    layout: row.layout as Layout | null,
    preview: row.preview as PreviewRow[],
    problems: row.problems as Problem[],
  };
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
  /** Absent: the first piece of a new file, or all of it. */
  import_id?: number | undefined;
  name: string;
  place: number;
  is_last: boolean;
  body: Buffer;
};

/**
 * Stores a piece of a file, or a whole one; the last piece starts the check, which changes nothing.
 * @throws {AppError} `not_found`, `forbidden`, `invalid`
 */
export async function uploadPiece(
  ctx: Context,
  target: PageTarget,
  { import_id, name, place, is_last, body }: Piece,
): Promise<Import> {
  const grant: PageGrant = await authorize(ctx, "subscription.write", target);
  return changeRecords(ctx, grant, async (trx) => {
    const before = import_id
      ? await lockImport(trx, grant, import_id)
      : await insertImport(trx, grant, { name });
    const same = { result: serialize(before), audit: null, events: [] };
    if (before.state !== "uploading") return same;
    const { id } = before;
    const bytes = before.bytes + body.byteLength;
    if (bytes > MAX_IMPORT_BYTES)
      throw invalid({ file: [{ code: "large_file", values: { max: MAX_IMPORT_BYTES / MIB } }] });
    for (const [at, part] of cut(body).entries())
      await insertPiece(trx, grant, {
        subscription_import_id: id,
        place: place + at,
        body: part,
      });
    const now = wireNow();
    const state = is_last ? ("checking" as const) : before.state;
    const values = { bytes, state, worked_at: now, updated_at: now };
    const result = serialize(await updateImport(trx, grant, id, values));
    if (!is_last) return { result, audit: null, events: [] };
    await enqueueImport(trx, grant.status_page_id, id);
    const audit = {
      action: "subscription_import.create",
      subject_id: id,
      changes: { bytes },
    };
    return { result, audit, events: [] };
  });
}

function cut(body: Buffer): Buffer[] {
  const count = Math.ceil(body.byteLength / PIECE_BYTES);
  return Array.from({ length: count }, (_, at) =>
    body.subarray(at * PIECE_BYTES, (at + 1) * PIECE_BYTES),
  );
}

async function enqueueImport(trx: Trx, status_page_id: number, import_id: number): Promise<void> {
  const key = `import-subscriptions:${import_id}`;
  await enqueue(trx, "import-subscriptions", { status_page_id, import_id }, { key });
}

const given = (said: LayoutChange): LayoutChange =>
  Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));

function mappingOf({ header_row, columns }: Layout): LayoutChange {
  const header = header_row === null ? "none" : "first_row";
  return { header, fields: columns.map(({ field }) => field) };
}

/**
 * Changes how a checked file is read, and checks it again.
 * @throws {AppError} `not_found`, `forbidden`, `invalid` once it is imported
 */
export async function changeLayout(
  ctx: Context,
  target: ImportTarget,
  said: LayoutChange,
): Promise<Import> {
  const grant: PageGrant = await authorize(ctx, "subscription.write", target);
  const known = await readPageNames(ctx.db, grant);
  const before = (await getImport(ctx.db, grant, target.import_id)).layout as Layout | null;
  const whole = { ...(before && said.header === undefined && mappingOf(before)), ...given(said) };
  const layout = await readLayout(ctx.db, grant, target.import_id, known, whole);
  return changeRecords(ctx, grant, async (trx) => {
    const { id, state } = await lockImport(trx, grant, target.import_id);
    if (state !== "checked" && state !== "checking")
      throw invalid({ fields: [{ code: "unchangeable" }] });
    const now = wireNow();
    const row = await updateImport(trx, grant, id, {
      ...{ state: "checking", row_count: 0, total: null, layout: JSON.stringify(layout) },
      ...{ counts: "{}", problems: "[]", preview: "[]", worked_at: now, updated_at: now },
    });
    await enqueueImport(trx, grant.status_page_id, id);
    return { result: serialize(row), audit: null, events: [] };
  });
}

/** Changes how a file is read, or starts importing it. @throws as the verbs of both */
export async function updateSubscriptionImport(
  ctx: Context,
  target: ImportTarget,
  { state, ...said }: UpdateImport,
): Promise<Import> {
  if (Object.values(said).some((value) => value !== undefined)) {
    if (state === "importing")
      throw invalid({ state: [{ code: "not_together", values: { other: "fields" } }] });
    return changeLayout(ctx, target, said);
  }
  if (state === "importing") await beginImport(ctx, target);
  return readImport(ctx, target);
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
