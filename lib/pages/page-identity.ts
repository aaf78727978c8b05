import { authorize, type PageGrant, type PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { cacheAs, pageTag } from "#lib/core/request/request-scope.ts";
import { MAX_SECONDS } from "#lib/core/routes/route.ts";
import { contentTypeOf } from "#lib/pages/images/images.ts";
import { findImageBody } from "#lib/pages/images/queries.ts";
import { getStatusPageRow } from "#lib/pages/queries.ts";
import { parseSettings, type Settings } from "#lib/pages/schema.ts";
import { AppError } from "#lib/platform/errors/errors.ts";

/** The part of a restricted page that its sign-in screen may reveal. */
export type PageIdentity = {
  name: string;
  settings: Settings;
  /** As `data:` URLs by file: the files themselves are behind the gate. */
  pictures: ReadonlyMap<string, string>;
};

async function readPictures(
  { db }: Context,
  grant: PageGrant,
  { logo, dark_logo, favicon }: Settings,
): Promise<PageIdentity["pictures"]> {
  const files = [logo, dark_logo, favicon].flatMap((image) => image?.file ?? []);
  const read = files.map(async (file) => {
    const body = await findImageBody(db, grant, file);
    return [file, body && `data:${contentTypeOf(file)};base64,${body.toString("base64")}`] as const;
  });
  const pictures = await Promise.all(read);
  return new Map(pictures.flatMap(([file, url]) => (url ? [[file, url]] : [])));
}

export async function loadPageIdentity(ctx: Context, grant: PageGrant): Promise<PageIdentity> {
  const row = await getStatusPageRow(ctx.db, grant);
  const settings = parseSettings(row.settings);
  return { name: row.name, settings, pictures: await readPictures(ctx, grant, settings) };
}

/** Cacheable: the same for everybody. @throws {AppError} `not_found`, `forbidden` */
export async function getPageIdentity(ctx: Context, target: PageTarget): Promise<PageIdentity> {
  const grant = await authorize(ctx, "page.sign_in", target);
  cacheAs(pageTag(grant.status_page_id), MAX_SECONDS);
  return loadPageIdentity(ctx, grant);
}

/** null: the page needs no sign-in, or does not exist. */
export async function findPageIdentity(
  ctx: Context,
  target: PageTarget,
): Promise<PageIdentity | null> {
  try {
    return await getPageIdentity(ctx, target);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
