import type { Trx } from "#db/index.ts";
import type { Consumer } from "#lib/core/events/dispatch.ts";
import { enqueue, type Payloads } from "#lib/core/queue/enqueue.ts";
import { getStatusPageRow } from "#lib/pages/queries.ts";
import { parseSettings } from "#lib/pages/schema.ts";

export async function enqueueTranslation(
  trx: Trx,
  { status_page_id, subject, attempt }: Payloads["translate-record"],
  run_at?: string,
): Promise<void> {
  const key = `translate-record:${status_page_id}:${subject}`;
  await enqueue(trx, "translate-record", { status_page_id, subject, attempt }, { key, run_at });
}

const SUBJECT = /^(?:incident|info_notice):\d+$/;

export const translations: Consumer = {
  name: "translations",
  async addTargets(trx, grant, event) {
    if (!SUBJECT.test(event.subject) || event.event.endsWith(".deleted")) return null;
    const { settings } = await getStatusPageRow(trx, grant);
    if (parseSettings(settings).enable_auto_translations)
      await enqueueTranslation(trx, { ...grant, subject: event.subject, attempt: 1 });
    return null;
  },
};
