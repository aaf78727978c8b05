import type { Db, Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { findEnabled, type IntegrationRow } from "#lib/pages/integrations/queries.ts";
import { parseSettings } from "#lib/pages/schema.ts";
import { invalid } from "#lib/platform/errors/errors.ts";

/** The account by which a page posts to a social network; undefined: it posts nothing. */
export async function findSocialAccount(
  db: Db,
  grant: PageGrant,
  settings: unknown,
): Promise<IntegrationRow | undefined> {
  if (!parseSettings(settings).social_posting_enabled) return undefined;
  return findEnabled(db, grant, ["social"]);
}

type Given = { social_post?: boolean };

/**
 * @param path where the update stands in the input: `updates.0.`
 * @throws {AppError} `invalid` where the page cannot post what is to be posted
 */
export async function checkSocialPost(
  trx: Trx,
  grant: PageGrant,
  settings: unknown,
  { social_post = false }: Given,
  path = "",
): Promise<void> {
  if (social_post && !(await findSocialAccount(trx, grant, settings)))
    throw invalid({ [`${path}social_post`]: [{ code: "not_offered" }] });
}

/** The same for all updates of an input. @throws {AppError} `invalid` */
export async function checkSocialPosts(
  trx: Trx,
  grant: PageGrant,
  settings: unknown,
  updates: readonly Given[],
): Promise<void> {
  for (const [index, update] of updates.entries())
    await checkSocialPost(trx, grant, settings, update, `updates.${index}.`);
}
