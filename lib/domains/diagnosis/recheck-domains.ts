import { database } from "#db/index.ts";
import { authorizeJob, authorizeProgram } from "#lib/core/access/authorize.ts";
import { type Context, systemContext } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { isAcmeOn, readCertificate } from "#lib/domains/certificates/certificate.ts";
import { requestCertificate } from "#lib/domains/certificates/queries.ts";
import { examine } from "#lib/domains/diagnosis/examine.ts";
import { risksOf } from "#lib/domains/diagnosis/problems.ts";
import {
  claimCheckups,
  type DueCheckup,
  recordCheckup,
  recordWarning,
} from "#lib/domains/diagnosis/queries.ts";
import { notifyOwners } from "#lib/identity/profile/notices.ts";
import { DAY_SECONDS, secondsBetween, wireNow } from "#lib/platform/clock.ts";
import { isNetworkThere } from "#lib/platform/dns/resolver.ts";
import { AppError } from "#lib/platform/errors/errors.ts";
import { log } from "#lib/platform/log.ts";

const BATCH = 10;
const MAX_PER_RUN = 200;
const HOUR_S = 3_600;
/** Shorter trouble may be a passing failure. */
const WARN_AFTER_S = HOUR_S / 2;

/** A random spread keeps domains added on one day from being checked together for ever. */
function aboutAWeek(): number {
  return 7 * DAY_SECONDS * (0.9 + 0.2 * Math.random());
}

/** Checks daily in the last third of a certificate's lifetime, when it is renewed. */
async function nextCheck_s(
  ctx: Context,
  { name }: DueCheckup,
  isTroubled: boolean,
): Promise<number> {
  if (isTroubled) return HOUR_S;
  const certificate = await readCertificate(ctx.db, name);
  const { not_before = null, not_after = null } = certificate ?? {};
  if (not_before === null || not_after === null) return aboutAWeek();
  const life_s = secondsBetween(not_before, not_after);
  const isLast = secondsBetween(wireNow(), not_after) < life_s / 3 + 7 * DAY_SECONDS;
  return isLast ? DAY_SECONDS : aboutAWeek();
}

async function recheck(ctx: Context, due: DueCheckup, warn_after_s: number): Promise<void> {
  const grant = await authorizeJob(ctx, due.status_page_id);
  if (!grant) return;
  const { id, name, status_page_id, driver } = due;
  const { diagnosis, isProven, isElsewhere } = await examine(ctx.db, due);
  const isTroubled = risksOf(diagnosis).length > 0;
  // Without a network of our own the result says nothing; the claim ends in an hour.
  if (isTroubled && !(await isNetworkThere())) return;
  const again_s = await nextCheck_s(ctx, due, isTroubled);
  if (driver === "edge" && isProven && !isElsewhere && isAcmeOn())
    await requestCertificate(ctx.db, { name, status_page_id });
  await changeRecords(ctx, grant, async (trx) => {
    const troubled_s = await recordCheckup(trx, grant, { id, diagnosis, isTroubled, again_s });
    if (troubled_s !== null && troubled_s >= warn_after_s) {
      await notifyOwners(trx, grant, { kind: "domain.at_risk" });
      await recordWarning(trx, grant, id);
    }
    return { result: undefined, audit: null, events: [] };
  });
}

/**
 * Checks active domains weekly and warns owners once about lasting risks. It never deactivates one.
 */
export async function recheckDomains(
  _payload?: unknown,
  warn_after_s = WARN_AFTER_S,
): Promise<void> {
  const ctx = systemContext(database(), "recheck-domains");
  const grant = authorizeProgram(ctx);
  for (let looked = 0; looked < MAX_PER_RUN; looked += BATCH) {
    const due = await claimCheckups(ctx.db, grant, BATCH);
    const looks = due.map((one) =>
      recheck(ctx, one, warn_after_s).catch((error) => {
        const isGone = error instanceof AppError && error.code === "not_found";
        if (!isGone) log().error({ err: error, domain: one.name }, "domain check failed");
      }),
    );
    await Promise.all(looks);
    if (due.length < BATCH) return;
  }
}
