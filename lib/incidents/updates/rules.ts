import type { Db, Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { SKEW_S } from "#lib/core/fields/time.ts";
import { findEnabledIntegration, type IntegrationRow } from "#lib/pages/integrations/queries.ts";
import { parseSettings } from "#lib/pages/schema.ts";
import { secondsBetween, wireNow } from "#lib/platform/clock.ts";
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
  // A time from a fast clock was stored as the moment it arrived.
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

/** The posted update with the given id or, without an id, with the same text and time. */
export function findSameUpdate<P extends Posted>(
  given: Given,
  posted: readonly P[],
): P | undefined {
  return posted.find((candidate) => isSame(given, candidate));
}

/** The columns of an edited update. Only another text is news to readers of feeds. */
export function editedColumns<Input extends { description?: string | undefined }>(
  posted: Pick<Posted, "description">,
  input: Input,
) {
  const { description = posted.description } = input;
  const now = wireNow();
  const edited = description === posted.description ? {} : { edited_at: now };
  return { ...input, updated_at: now, ...edited };
}

/** undefined: the page does not post to a social network. */
export async function findSocialAccount(
  db: Db,
  grant: PageGrant,
  settings: unknown,
): Promise<IntegrationRow | undefined> {
  if (!parseSettings(settings).social_posting_enabled) return undefined;
  return findEnabledIntegration(db, grant, ["social"]);
}

type SocialPost = { social_post?: boolean };

type Told = { notify: boolean; social_post: boolean };

/** The announcement of an edit: an update that was posted quietly goes out once it is told to. */
export function newlyTold(before: Told, after: Partial<Told>): Told {
  return {
    notify: !before.notify && (after.notify ?? false),
    social_post: !before.social_post && (after.social_post ?? false),
  };
}

type Row = Told & { id: number };
type Applied = { added: Row[]; edited: { before: Row; after: Row }[] };

export function toldIn({ added, edited }: Applied): Row[] {
  const newly = edited.map(({ before, after }) => ({ id: after.id, ...newlyTold(before, after) }));
  return [...added, ...newly];
}

/** @param path as `updates.0.` @throws {AppError} `invalid` when the page cannot post */
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

/** @throws {AppError} `invalid` */
export async function checkSocialPosts(
  trx: Trx,
  grant: PageGrant,
  settings: unknown,
  updates: readonly SocialPost[],
): Promise<void> {
  for (const [index, update] of updates.entries())
    await checkSocialPost(trx, grant, settings, update, `updates.${index}.`);
}
