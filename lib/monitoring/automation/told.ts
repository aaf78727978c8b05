import { PUBLICATIONS } from "#lib/monitoring/automation/telling.ts";
import { reasonIn } from "#lib/monitoring/checks/words.ts";
import type { StatusPageRow } from "#lib/pages/queries.ts";
import { parseSettings } from "#lib/pages/schema.ts";
import { DAY_SECONDS, secondsBetween, wireNow } from "#lib/platform/clock.ts";
import type { Locale } from "#lib/platform/i18n/translator.ts";
import { type Translate, translator } from "#lib/platform/i18n/translator.ts";
import { formats } from "#lib/site/words/format.ts";

type Params = Record<string, string>;

/** Why it is down, where that can be said in words. */
function becauseOf(t: Translate, reason = "", detail = ""): string {
  const why = reasonIn(t, reason, detail);
  return why === null ? "" : t("admin_automation.letter.because", { reason: why });
}

function certificateOf(since: string, name: string, page: StatusPageRow, locale: Locale) {
  const t = translator(locale);
  const f = formats(locale, page.time_zone, parseSettings(page.settings), wireNow());
  const days = Math.max(0, Math.ceil(secondsBetween(wireNow(), since) / DAY_SECONDS));
  return {
    heading: t("admin_automation.certificate.subject", { name, days }),
    paragraphs: [t("admin_automation.certificate.text", { name, time: f.dateTime(since) })],
  };
}

/** What a message about a service says to the team: its heading, and what happened. */
export function toldOf(
  { since = "", down_at, publish_at, reason, detail, publication, state }: Params,
  name: string,
  page: StatusPageRow,
  locale: Locale,
): { heading: string; paragraphs: string[] } {
  if (state === "certificate") return certificateOf(since, name, page, locale);
  const t = translator(locale);
  const f = formats(locale, page.time_zone, parseSettings(page.settings), wireNow());
  const isDown = state === "down";
  const duration = f.duration(down_at ? Math.max(0, secondsBetween(down_at, since)) : 0);
  const published = PUBLICATIONS.find((known) => known === publication);
  const time = f.dateTime(since);
  const paragraphs = [
    isDown
      ? t("admin_automation.letter.since", { name, time })
      : t("admin_automation.letter.for", { name, time, duration }),
    isDown ? becauseOf(t, reason, detail) : "",
    published
      ? t(`admin_automation.letter.${published}`, { time: publish_at ? f.time(publish_at) : "" })
      : "",
  ];
  const heading = t(`admin_automation.letter.${isDown ? "down" : "up"}`, { name });
  return { heading, paragraphs: paragraphs.filter((text) => text !== "") };
}
