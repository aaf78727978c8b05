import { authorize, type PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { getImport, type ImportRow, listImports } from "#lib/subscribers/import/queries.ts";
import type { Counts, ImportState, Problem } from "#lib/subscribers/import/schema.ts";
import type { ImportTarget } from "#lib/subscribers/import/upload.ts";

export type Import = Pick<ImportRow, "id" | "name" | "row_count" | "total" | "inserted_at"> & {
  state: ImportState;
  counts: Counts;
  problems: Problem[];
};

function serialize(row: ImportRow): Import {
  const { id, name, state, row_count, total, inserted_at, counts, problems } = row;
  const told = {
    state: state as ImportState,
    counts: counts as Counts,
    problems: problems as Problem[],
  };
  return { id, name, row_count, total, inserted_at, ...told };
}

const SHOWN = 10;

/** The newest files. @throws {AppError} `not_found`, `forbidden` */
export async function readImports(ctx: Context, target: PageTarget): Promise<Import[]> {
  const grant = await authorize(ctx, "subscription.write", target);
  return (await listImports(ctx.db, grant, SHOWN)).map(serialize);
}

/** @throws {AppError} `not_found`, `forbidden` */
export async function readImport(ctx: Context, target: ImportTarget): Promise<Import> {
  const grant = await authorize(ctx, "subscription.write", target);
  return serialize(await getImport(ctx.db, grant, target.import_id));
}
