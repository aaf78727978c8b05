import { database } from "#db/index.ts";
import { authorizeJob, authorizeProgram } from "#lib/core/access/authorize.ts";
import { type Context, systemContext } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import {
  isAcmeOn,
  readCertificate,
  wantCertificate,
} from "#lib/domains/certificates/certificate.ts";
import { examine } from "#lib/domains/diagnosis/examine.ts";
import { risksOf } from "#lib/domains/diagnosis/problems.ts";
import {
  claimCheckups,
  type DueCheckup,
  noteCheckup,
  noteWarning,
} from "#lib/domains/diagnosis/queries.ts";
import { notifyOwners } from "#lib/identity/profile/notices.ts";
import { DAY_SECONDS, secondsBetween, wireNow } from "#lib/platform/clock.ts";
import { isNetworkThere } from "#lib/platform/dns/resolver.ts";
import { AppError } from "#lib/platform/errors/errors.ts";
import { log } from "#lib/platform/log.ts";

const AT_ONCE = 10;
const MOST = 200;
const HOUR_S = 3_600;
/** What lasts for less may have been a moment's failure. */
const LASTING_S = HOUR_S / 2;

/** A week, more or less, so that those of one day do not stay together. */
function week(): number {
  return 7 * DAY_SECONDS * (0.9 + 0.2 * Math.random());
}

/** In the last third of a certificate's life, when it is renewed, a domain is looked at daily. */
async function nextIn(ctx: Context, { name }: DueCheckup, isTroubled: boolean): Promise<number> {
  if (isTroubled) return HOUR_S;
  const certificate = await readCertificate(ctx.db, name);
  const { not_before = null, not_after = null } = certificate ?? {};
  if (not_before === null || not_after === null) return week();
  const life_s = secondsBetween(not_before, not_after);
  const isLast = secondsBetween(wireNow(), not_after) < life_s / 3 + 7 * DAY_SECONDS;
  return isLast ? DAY_SECONDS : week();
}

async function lookAt(ctx: Context, due: DueCheckup, lasting_s: number): Promise<void> {
  const grant = await authorizeJob(ctx, due.status_page_id);
  if (!grant) return;
  const { id, name, status_page_id, driver } = due;
  const { seen, isProven, isElsewhere } = await examine(ctx.db, due);
  const isTroubled = risksOf(seen).length > 0;
  // Whose own network is gone sees nothing of others; it looks again in an hour.
  if (isTroubled && !(await isNetworkThere())) return;
  const again_s = await nextIn(ctx, due, isTroubled);
  if (driver === "edge" && isProven && !isElsewhere && isAcmeOn())
    await wantCertificate(ctx.db, { name, status_page_id });
  await changeRecords(ctx, grant, async (trx) => {
    const troubled_s = await noteCheckup(trx, grant, { id, seen, isTroubled, again_s });
    if (troubled_s !== null && troubled_s >= lasting_s) {
      await notifyOwners(trx, grant, { kind: "domain.at_risk" });
      await noteWarning(trx, grant, id);
    }
    return { result: undefined, audit: null, events: [] };
  });
}

/**
 * Looks at domains in use whose week is over, and warns their owners once of what lasts. None is
 * taken out of use.
 */
export async function recheckDomains(_payload?: unknown, lasting_s = LASTING_S): Promise<void> {
  const ctx = systemContext(database(), "recheck-domains");
  const grant = authorizeProgram(ctx);
  for (let looked = 0; looked < MOST; looked += AT_ONCE) {
    const due = await claimCheckups(ctx.db, grant, AT_ONCE);
    const looks = due.map((one) =>
      lookAt(ctx, one, lasting_s).catch((error) => {
        const isGone = error instanceof AppError && error.code === "not_found";
        if (!isGone) log().error({ err: error, domain: one.name }, "a domain was not looked at");
      }),
    );
    await Promise.all(looks);
    if (due.length < AT_ONCE) return;
  }
}
