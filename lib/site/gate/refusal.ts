import type { Db } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { openPage } from "#lib/core/access/gate.ts";
import { refusalBy } from "#lib/core/access/restriction.ts";
import type { Context } from "#lib/core/request/context.ts";
import type { Refusal } from "#lib/core/request/request-scope.ts";
import { deletedIncidentExists } from "#lib/incidents/deleted-incidents.queries.ts";
import { infoNoticeExists } from "#lib/incidents/info-notices/queries.ts";
import { incidentExists } from "#lib/incidents/queries.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { serviceExists } from "#lib/services/queries.ts";
import { type Credentials, openAsCaller } from "#lib/site/gate/caller.ts";
import { isPastDay } from "#lib/site/snapshot/days.ts";
import { numberIn } from "#lib/site/words/visitor.ts";

type Exists = (db: Db, grant: PageGrant, id: number) => Promise<boolean>;

const RECORDS: Record<string, Exists> = {
  incidents: incidentExists,
  info_notices: infoNoticeExists,
  services: serviceExists,
};

async function isThere({ db }: Context, grant: PageGrant, path: string): Promise<boolean> {
  const [, kind = "", name = "", file] = path.split("/");
  if (kind === "history") return name === "" || isPastDay(name, grant.time_zone, wireNow());
  const exists = RECORDS[kind];
  const id = numberIn(name);
  if (!exists) return true;
  if (id === 0) return false;
  // A calendar tells for a while of what is no longer there.
  return (
    (await exists(db, grant, id)) || (file !== undefined && deletedIncidentExists(db, grant, id))
  );
}

/** The secret in the path of somebody's own feeds. */
function feedTokenIn(path: string): string | undefined {
  return /^\/feeds\/([^/]+)\//.exec(path)?.[1];
}

/** What a visitor gets instead of what they asked for; null: nothing is refused. */
type Instead = Refusal | { moved: PageGrant } | null;

/** Who has a link to end a subscription may, whether or not they may see the page. */
function isForHolders(path: string): boolean {
  return path.startsWith("/unsubscribe/");
}

/**
 * Why a visitor gets nothing here, as far as that can be told without reading the page.
 * @param path one that the page has a route for
 */
export async function findRefusal(
  credentials: Credentials,
  subdomain: string,
  path: string,
): Promise<Instead> {
  if (isForHolders(path)) return null;
  try {
    const feed = feedTokenIn(path);
    const asked = feed === undefined ? credentials : { subdomain, token: feed };
    return await openAsCaller(asked, async (ctx) => {
      const grant = await openPage(ctx, { subdomain });
      if (grant.former_until !== null) return { moved: grant };
      return (await isThere(ctx, grant, path)) ? null : "nothing";
    });
  } catch (error) {
    const refusal = refusalBy(error);
    return refusal === "nothing" ? "no_page" : refusal;
  }
}
