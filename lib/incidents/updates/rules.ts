import type { Db, Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { SKEW_S } from "#lib/core/fields/time.ts";
import { findEnabled, type IntegrationRow } from "#lib/pages/integrations/queries.ts";
import { parseSettings } from "#lib/pages/schema.ts";
import { secondsBetween } from "#lib/platform/clock.ts";
import { invalid } from "#lib/platform/errors/errors.ts";

type Given = { id?: number | null; type?: string; description?: string; posted_at?: string };
type Posted = {
  id: number;
  type?: string;
  description: string;
  posted_at: string;
  inserted_at?: string;
};

function isSameTime(given: string, { posted_at, inserted_at }: Posted): boolean {
  if (given === posted_at) return true;
  // A fast clock's time was ahead when it came in, and stored as that moment.
  const wasAhead = inserted_at !== undefined && given >= inserted_at;
  return wasAhead && secondsBetween(posted_at, given) <= SKEW_S;
}

function isSame(given: Given, posted: Posted): boolean {
  if (given.id) return given.id === posted.id;
  return (
    given.description === posted.description &&
    (given.type ?? posted.type) === posted.type &&
    isSameTime(given.posted_at ?? posted.posted_at, posted)
  );
}

/**
 * Which posted update one means that came with its record: the one with its id or, without an id,
 * the one that says the same.
 */
export function knownUpdate<P extends Posted>(given: Given, posted: readonly P[]): P | undefined {
  return posted.find((candidate) => isSame(given, candidate));
}

/** The account by which a page posts to a social network; undefined: it posts nothing. */
export async function findSocialAccount(
  db: Db,
  grant: PageGrant,
  settings: unknown,
): Promise<IntegrationRow | undefined> {
  if (!parseSettings(settings).social_posting_enabled) return undefined;
  return findEnabled(db, grant, ["social"]);
}

type SocialPost = { social_post?: boolean };

/**
 * @param path where the update stands in the input: `updates.0.`
 * @throws {AppError} `invalid` where the page cannot post what is to be posted
 */
export async function checkSocialPost(
  trx: Trx,
  grant: PageGrant,
  settings: unknown,
  { social_post = false }: SocialPost,
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
  updates: readonly SocialPost[],
): Promise<void> {
  for (const [index, update] of updates.entries())
    await checkSocialPost(trx, grant, settings, update, `updates.${index}.`);
}
