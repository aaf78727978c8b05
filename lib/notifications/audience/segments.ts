import type { NotificationContent } from "#lib/channels/channel.ts";
import { smsOf } from "#lib/channels/sms/message.ts";
import { type Addressed, pageUrl } from "#lib/core/addresses/url.ts";
import type { StatusPageRow } from "#lib/pages/queries.ts";
import type { Settings } from "#lib/pages/schema.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { spoken, translator } from "#lib/platform/i18n/translator.ts";

/** What is written so far. */
export type Draft = { title: string; description: string };

// As long as those of real incidents get.
const SAMPLE_ID = 1_000_000;

/** How many segments a text message of it has at most, in the page's own language. */
export function draftSegments(
  page: Pick<StatusPageRow, "name" | "time_zone">,
  settings: Settings,
  address: Addressed,
  { title, description }: Draft,
): number {
  const locale = spoken(settings.default_language);
  const { status_ok_color, status_minor_color, status_major_color } = settings;
  const url = pageUrl(address);
  const content: NotificationContent = {
    event_id: "",
    subject: "",
    kind: "incident",
    page: {
      name: settings.public_company_name || page.name,
      url,
      locale,
      zone: page.time_zone,
      date_format: null,
      time_format: null,
      colors: {
        ok: status_ok_color,
        minor: status_minor_color,
        major: status_major_color,
        scheduled: settings.status_maintenance_color,
      },
    },
    title,
    type: null,
    state: translator(locale)("public.update.investigating"),
    severity: "major",
    is_over: false,
    starts_at: wireNow(),
    ends_at: null,
    posted_at: wireNow(),
    text: description,
    services: [],
    url: `${url}/incidents/${SAMPLE_ID}`,
    payload: "",
  };
  return smsOf(content).segments;
}
