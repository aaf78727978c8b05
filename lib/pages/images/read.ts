import type { PageTarget } from "#lib/core/access/authorize.ts";
import { openPage } from "#lib/core/access/gate.ts";
import type { Context } from "#lib/core/request/context.ts";
import { findImageBody } from "#lib/pages/images/queries.ts";
import { notFound } from "#lib/platform/errors/errors.ts";

/**
 * An image as visitors see it, behind the page's gate.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function openImage(
  ctx: Context,
  target: PageTarget & { file: string },
): Promise<Buffer> {
  const grant = await openPage(ctx, target);
  const body = await findImageBody(ctx.db, grant, target.file);
  if (!body) throw notFound();
  return body;
}

/** The content type of a file, which its name tells. */
export function typeOfFile(file: string): string {
  return `image/${file.split(".").at(-1)}`;
}
