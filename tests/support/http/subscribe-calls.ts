import type { Db } from "#db/index.ts";
import { unseal } from "#lib/platform/crypto/seal.ts";
import { expect } from "#tests/support/test.ts";

export const SLACK = "https://hooks.slack.com/services/T0000/B0000/";

/** The tokens of the links that wait to be sent, the oldest first. */
export async function tokens(db: Db, status_page_id: number): Promise<string[]> {
  const rows = await db
    .selectFrom("outbox")
    .select("params_sealed")
    .where("status_page_id", "=", status_page_id)
    .orderBy("id")
    .execute();
  return rows.map(({ params_sealed }) => JSON.parse(unseal(params_sealed)).token);
}

export const refusedOn = (field: string, code: string) => ({
  code: "invalid",
  fields: { [field]: [expect.objectContaining({ code })] },
});
