import type { Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { pageRows } from "#lib/core/transaction/page-rows.queries.ts";
import { invalid } from "#lib/platform/errors/errors.ts";

const { known: listKnownServiceIds } = pageRows("services");

/** @throws {AppError} `invalid` on a field unless all that it names are services of the page */
export async function checkKnown(
  trx: Trx,
  grant: PageGrant,
  serviceIds: readonly number[],
  field = "service_ids",
): Promise<void> {
  const known = await listKnownServiceIds(trx, grant, serviceIds);
  if (known.length < serviceIds.length) throw invalid({ [field]: [{ code: "unknown" }] });
}
