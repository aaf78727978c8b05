import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { database, type Trx } from "#db/index.ts";
import { authorizeJob, type PageGrant } from "#lib/core/access/authorize.ts";
import type { Payloads } from "#lib/core/queue/enqueue.ts";
import { type Context, systemContext } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { AppError } from "#lib/platform/errors/errors.ts";
import {
  importRows,
  MAX_PREVIEW,
  previewOf,
  type RowOutcome,
} from "#lib/subscribers/import/batch.ts";
import { type Line, openLines, readLayout } from "#lib/subscribers/import/file.ts";
import { hasAddress, unreadIn, withoutSamples } from "#lib/subscribers/import/layout.ts";
import { MAX_IMPORT_ROWS } from "#lib/subscribers/import/limits.ts";
import { readPageNames } from "#lib/subscribers/import/page-names.ts";
import {
  deletePieces,
  getImport,
  type ImportRow,
  lockImport,
  updateImport,
} from "#lib/subscribers/import/queries.ts";
import {
  type ImportFile,
  isProblem,
  type ParsedRow,
  parseRow,
} from "#lib/subscribers/import/row.ts";
import type {
  Counts,
  Layout,
  PreviewRow,
  Problem,
  RowFate,
} from "#lib/subscribers/import/schema.ts";

const BATCH = 250;
const MAX_PROBLEMS = 200;
const MAX_UNREAD = 20;

type Work = {
  ctx: Context;
  grant: PageGrant;
  file: ImportFile;
  state: "checking" | "importing";
};
type Batch = { reads: ParsedRow[]; problems: Problem[]; counts: Counts; until: number };

function newBatch(until: number): Batch {
  return { reads: [], problems: [], counts: {}, until };
}

function count(counts: Counts, fate: RowFate | "asked"): void {
  counts[fate] = (counts[fate] ?? 0) + 1;
}

function added(one: Counts, other: Counts): Counts {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])] as (keyof Counts)[];
  return Object.fromEntries(names.map((name) => [name, (one[name] ?? 0) + (other[name] ?? 0)]));
}

/** A short hash: files may hold 500,000 addresses. */
function digest(key: string): string {
  return createHash("sha256").update(key).digest("base64").slice(0, 14);
}

function addLine(batch: Batch, line: Line, seen: Set<string>, file: ImportFile): void {
  batch.until += 1;
  const read = parseRow(line.row, line.cells, file);
  if (isProblem(read)) {
    count(batch.counts, "refused");
    batch.problems.push(read);
    return;
  }
  const key = digest(read.key);
  if (seen.has(key)) {
    count(batch.counts, "duplicate");
    batch.problems.push({ row: line.row, column: "base", code: "duplicate" });
    return;
  }
  seen.add(key);
  batch.reads.push(read);
}

/** Adds what became of the rows to a batch. @returns all its problems, in the order of the file */
function settle({ counts, problems }: Batch, outcomes: readonly RowOutcome[]): Problem[] {
  for (const { fate, isAsked } of outcomes) {
    count(counts, fate);
    if (isAsked) count(counts, "asked");
  }
  const refused = outcomes.flatMap(({ read, fate }) =>
    fate === "refused" && read.onlyKnown ? [{ row: read.row, ...read.onlyKnown }] : [],
  );
  return [...problems, ...refused].toSorted((a, b) => a.row - b.row);
}

class Superseded extends Error {}

async function saveBatch(all: Work, id: number, batch: Batch): Promise<void> {
  const { ctx, grant, state } = all;
  await changeRecords(ctx, grant, async (trx: Trx) => {
    const row = await lockImport(trx, grant, id);
    const before = batch.until - batch.reads.length - batch.problems.length;
    // Another process continued this import, or the operator changed how the file is read.
    const isSame = isDeepStrictEqual(row.layout, all.file.layout);
    if (row.state !== state || row.row_count !== before || !isSame) throw new Superseded();
    const isChecking = state === "checking";
    const outcomes = await importRows(ctx.db, isChecking ? null : trx, grant, batch.reads);
    const found = settle(batch, outcomes);
    const counts = added(row.counts as Counts, batch.counts);
    const problems = [...(row.problems as Problem[]), ...found].slice(0, MAX_PROBLEMS);
    const shown = row.preview as PreviewRow[];
    const preview = isChecking ? [...shown, ...previewOf(outcomes, found)] : [];
    await updateImport(trx, grant, id, {
      row_count: batch.until,
      worked_at: wireNow(),
      updated_at: wireNow(),
      counts: JSON.stringify(counts),
      problems: JSON.stringify(problems),
      preview: JSON.stringify(preview.slice(0, MAX_PREVIEW)),
    });
    return { result: undefined, audit: null, events: [] };
  });
}

async function finish({ ctx, grant, state, file }: Work, id: number, found: readonly Problem[]) {
  await changeRecords(ctx, grant, async (trx) => {
    const row = await lockImport(trx, grant, id);
    if (row.state !== state || !isDeepStrictEqual(row.layout, file.layout))
      return { result: undefined, audit: null, events: [] };
    const isDone = state === "importing";
    const problems = [...found, ...(row.problems as Problem[])];
    await updateImport(trx, grant, id, {
      state: isDone ? "done" : "checked",
      total: row.row_count,
      problems: JSON.stringify(problems),
      updated_at: wireNow(),
      ...(isDone && { layout: JSON.stringify(withoutSamples(file.layout)) }),
    });
    if (isDone) await deletePieces(trx, grant, id);
    return { result: undefined, audit: null, events: [] };
  });
}

/** @returns problems of the whole file */
async function work(all: Work, { id, row_count }: ImportRow): Promise<Problem[]> {
  const { ctx, grant, file } = all;
  if (!hasAddress(file.layout)) return [{ row: 1, column: "base", code: "no_address" }];
  const unread = unreadIn(file.layout)
    .slice(0, MAX_UNREAD)
    .map((column): Problem => ({ row: 1, column, code: "unread" }));
  const seen = new Set<string>();
  let [batch, at] = [newBatch(row_count), 0];
  for await (const line of openLines(ctx.db, grant, id, file.layout)) {
    at += 1;
    if (at > MAX_IMPORT_ROWS) {
      await saveBatch(all, id, batch);
      const values = { max: MAX_IMPORT_ROWS };
      return [{ row: line.row, column: "base", code: "too_large", values }, ...unread];
    }
    if (at <= row_count) {
      addLine(newBatch(0), line, seen, file);
      continue;
    }
    addLine(batch, line, seen, file);
    if (batch.until % BATCH > 0) continue;
    await saveBatch(all, id, batch);
    batch = newBatch(batch.until);
  }
  await saveBatch(all, id, batch);
  return unread;
}

/** The layout that the operator saw when they started the import. */
async function openFile(ctx: Context, grant: PageGrant, row: ImportRow): Promise<ImportFile> {
  const known = await readPageNames(ctx.db, grant);
  const kept = row.layout as Layout | null;
  if (kept) return { known, layout: kept, name: row.name };
  const proposed = await readLayout(ctx.db, grant, row.id, known);
  const layout = await changeRecords(ctx, grant, async (trx) => {
    const said = (await lockImport(trx, grant, row.id)).layout as Layout | null;
    if (!said) await updateImport(trx, grant, row.id, { layout: JSON.stringify(proposed) });
    return { result: said ?? proposed, audit: null, events: [] };
  });
  return { known, layout, name: row.name };
}

/** @returns null unless the whole file is unreadable */
function problemOf(error: unknown): Problem | null {
  const isCsv = error instanceof Error && "code" in error && /^CSV_/.test(String(error.code));
  return isCsv
    ? { row: Number(("lines" in error && error.lines) || 1), column: "base", code: "invalid" }
    : null;
}

/** Checks or imports a file of subscribers, resuming after an interrupted attempt. */
export async function importSubscriptions({
  status_page_id,
  import_id,
}: Payloads["import-subscriptions"]): Promise<void> {
  const ctx = systemContext(database(), "import-subscriptions");
  const grant = await authorizeJob(ctx, status_page_id);
  if (!grant) return;
  try {
    const row = await getImport(ctx.db, grant, import_id);
    const { state } = row;
    if (state !== "checking" && state !== "importing") return;
    const all: Work = { ctx, grant, file: await openFile(ctx, grant, row), state };
    const problems = await work(all, row).catch((error: unknown) => {
      const unreadable = problemOf(error);
      if (!unreadable) throw error;
      return [unreadable];
    });
    await finish(all, import_id, problems);
  } catch (error) {
    const isGone = error instanceof AppError && error.code === "not_found";
    if (!isGone && !(error instanceof Superseded)) throw error;
  }
}
