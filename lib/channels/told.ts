import type { Story } from "#lib/channels/channel.ts";
import { quietLine, quietText } from "#lib/channels/text.ts";
import { markdownText } from "#lib/core/markdown/text.ts";
import { translator } from "#lib/platform/i18n/translator.ts";
import { formats } from "#lib/site/words/format.ts";

// More than any chat takes.
const TEXT = 8_000;
const SERVICES = 1_000;
const NAME = 255;

/** What messages are made of: plain texts in the reader's language, that mention nobody. */
export type Told = {
  page: string;
  title: string;
  /** `Investigating · Outage` */
  state: string;
  /** Everything in one line: `Investigating: API slow` */
  summary: string;
  text: string;
  /** `API (Down), Web (Degraded)`; empty: none is affected. */
  services: string;
  /** When it was said; of planned work, when it takes place. */
  time: string;
  /** Six hex digits. */
  color: string;
  labels: { services: string; open: string; manage: string };
};

function timeOf(story: Story): string {
  const { locale, zone } = story.page;
  const f = formats(locale, zone, story.page, story.posted_at);
  const { starts_at, ends_at, posted_at } = story;
  if (story.kind !== "maintenance") return f.dateTime(posted_at);
  return [starts_at, ends_at].flatMap((time) => (time ? [f.dateTime(time)] : [])).join(" – ");
}

/** As many as fit, and how many more. */
function servicesOf({ services, page }: Story): string {
  const t = translator(page.locale);
  const all = services.map(({ name, state }) => `${quietLine(name)} (${quietLine(state)})`);
  let length = 0;
  const cut = all.findIndex((name) => {
    length += name.length + 2;
    return length > SERVICES;
  });
  if (cut < 0) return all.join(", ");
  const more = t("public.sentence.more", { count: all.length - cut });
  return [...all.slice(0, cut), more].join(", ");
}

function tell(story: Story): Told {
  const t = translator(story.page.locale);
  const title = quietLine(story.title).slice(0, NAME).toWellFormed() || "–";
  const state = quietLine(story.state);
  const { colors } = story.page;
  return {
    page: quietLine(story.page.name),
    title,
    state: [state, story.type && quietLine(story.type)].filter(Boolean).join(" · ") || "–",
    summary: `${state}: ${title}`,
    text: quietText(markdownText(story.text, TEXT)),
    services: servicesOf(story),
    time: timeOf(story),
    color: story.is_over || story.severity === null ? colors.ok : colors[story.severity],
    labels: {
      services: t("public.incidents.affected"),
      open: t("public.read_on"),
      manage: t("mail.manage.button"),
    },
  };
}

const known = new WeakMap<Story, Told>();

/** The texts of a story, made once for however many hear it. */
export function toldOf(story: Story): Told {
  const told = known.get(story) ?? tell(story);
  known.set(story, told);
  return told;
}
