import { authorize, type PageTarget } from "#lib/core/access/authorize.ts";
import { Restricted } from "#lib/core/access/restriction.ts";
import type { Context } from "#lib/core/request/context.ts";
import { DEFAULT_LANG, type Locale } from "#lib/platform/i18n/translator.ts";
import { readSnapshot } from "#lib/site/snapshot/snapshot.ts";
import { viewOf } from "#lib/site/view/view.ts";
import type { Sentence } from "#lib/site/words/sentence.ts";

/**
 * What visitors read at the top of a page now; of a restricted page, what its members read.
 * `is_known`: the page has services, so that it says something of them.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function readSentence(
  ctx: Context,
  target: PageTarget,
  locale: Locale,
): Promise<Sentence & { is_known: boolean }> {
  const visitor: Context = { ...ctx, actor: { kind: "visitor" } };
  const grant = await authorize(visitor, "page.visit", target).catch((error) => {
    if (error instanceof Restricted) return authorize(ctx, "page.visit", target);
    throw error;
  });
  const snapshot = await readSnapshot(ctx.db, grant);
  const { subdomain } = target;
  const visit = { subdomain, base: "", locale, written: DEFAULT_LANG, chosen: null };
  return { ...viewOf(visit, snapshot).sentence, is_known: snapshot.by_id.size > 0 };
}
