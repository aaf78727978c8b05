import type { Db } from "#db/index.ts";
import type { NotificationContent, Recipient } from "#lib/channels/channel.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { type Addressed, pageUrl } from "#lib/core/addresses/url.ts";
import { newMessageId } from "#lib/core/events/event.ts";
import { TEST_EVENT } from "#lib/notifications/webhooks/schema.ts";
import { getStatusPageRow, type StatusPageRow } from "#lib/pages/queries.ts";
import { parseSettings } from "#lib/pages/schema.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { languageOf, type Translate } from "#lib/platform/i18n/translator.ts";

function composeContent(
  page: StatusPageRow,
  address: Addressed,
  t: Translate,
): NotificationContent {
  const locale = languageOf(t);
  const { date_format, time_format, ...settings } = parseSettings(page.settings);
  const now = wireNow();
  const url = pageUrl(address);
  const colors = {
    ok: settings.status_ok_color,
    minor: settings.status_minor_color,
    major: settings.status_major_color,
    scheduled: settings.status_maintenance_color,
  };
  const { name, time_zone: zone } = page;
  return {
    event_id: newMessageId(),
    subject: "test",
    kind: "notice",
    page: { name, url, locale, zone, date_format, time_format, colors },
    title: t("admin_integrations.test.title"),
    type: null,
    state: t("admin_integrations.test.state"),
    severity: null,
    is_over: false,
    starts_at: now,
    ends_at: null,
    posted_at: now,
    text: t("admin_integrations.test.text", { name }),
    services: [],
    url,
    payload: JSON.stringify({ event: TEST_EVENT, data: { object: { type: "test", url } } }),
  };
}

/** What a test tells, of a page. */
export async function sampleContent(
  db: Db,
  grant: PageGrant,
  t: Translate,
): Promise<NotificationContent> {
  return composeContent(await getStatusPageRow(db, grant), grant, t);
}

export function testedBy(address: string, secret: string | null = null): Recipient {
  const links = { manage_url: null, unsubscribe_url: null };
  return { address, secret, ...links, isThreaded: false, earlier: null };
}
