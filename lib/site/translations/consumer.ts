import type { Consumer } from "#lib/core/events/dispatch.ts";
import { getStatusPageRow } from "#lib/pages/queries.ts";
import { parseSettings } from "#lib/pages/schema.ts";
import { orderTranslation } from "#lib/site/translations/order.ts";

const SUBJECT = /^(?:incident|info_notice):\d+$/;

/** What was said is translated, where the page has that done. */
export const translations: Consumer = {
  name: "translations",
  async addTargets(trx, grant, event) {
    if (!SUBJECT.test(event.subject) || event.event.endsWith(".deleted")) return null;
    const { settings } = await getStatusPageRow(trx, grant);
    if (parseSettings(settings).enable_auto_translations)
      await orderTranslation(trx, { ...grant, subject: event.subject, attempt: 1 });
    return null;
  },
};
