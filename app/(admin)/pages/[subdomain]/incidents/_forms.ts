import { issue } from "#lib/core/fields/text.ts";
import { fieldsIn, flagIn, idsIn, momentIn, textIn } from "#lib/core/forms/read.ts";
import { CreateIncident, type PostUpdate } from "#lib/incidents/schema.ts";
import { later, wireNow } from "#lib/platform/clock.ts";

/** So long a posted update can be undone without anybody having heard of it. */
const UNDO_SECONDS = 20;
const MINUTE_SECONDS = 60;

export function readTimes(form: FormData) {
  return { starts_at: momentIn(form, "starts_at"), ends_at: momentIn(form, "ends_at") ?? null };
}

const TRANSLATED = /^translations\.([\w-]+)\.description$/;

/** The text in other languages, by language; those left empty are none. */
function translationsIn(form: FormData) {
  const names = [...form.keys()].filter((name) => TRANSLATED.test(name));
  if (names.length === 0) return undefined;
  const texts = names.map((name) => [TRANSLATED.exec(name)?.[1], textIn(form, name)] as const);
  const written = texts.filter(([, description]) => description);
  return Object.fromEntries(written.map(([tag, description]) => [tag, { description }]));
}

export function readUpdate(form: FormData) {
  return {
    type: textIn(form, "type"),
    description: textIn(form, "description"),
    translations: translationsIn(form),
    posted_at: momentIn(form, "posted_at"),
    ...(form.has("social_post") && { social_post: flagIn(form, "social_post") }),
  };
}

/** The moment that "in 30 min" promises. */
function promiseIn(form: FormData): string | undefined {
  const minutes = Number(textIn(form, "next_update"));
  return minutes ? later(wireNow(), minutes * MINUTE_SECONDS) : undefined;
}

/** With the button `resolve` the update resolves, and needs no text of its own. */
export function readPosted(form: FormData) {
  const typed = readUpdate(form);
  const isResolved = form.has("resolve") || typed.type === "resolved";
  return {
    ...typed,
    notify: flagIn(form, "notify"),
    hold_seconds: UNDO_SECONDS,
    ...(form.has("service_ids") && { service_ids: idsIn(form, "service_ids") }),
    ...(isResolved
      ? { type: "resolved", description: typed.description || textIn(form, "resolved_text") }
      : { next_update_at: promiseIn(form) }),
  };
}

type Begun = Partial<PostUpdate>;

function readFirst(form: FormData, isOver: boolean): Begun {
  const promise = isOver ? { type: "retroactive" as const } : { next_update_at: promiseIn(form) };
  const more = form.has("social_post") && { social_post: flagIn(form, "social_post") };
  const translations = translationsIn(form);
  const description = textIn(form, "description") || undefined;
  return { description, ...(translations && { translations }), ...more, ...promise };
}

/** Whether something of an update is chosen, though it may lack its text. */
function isBegun({ description, next_update_at, social_post, translations = {} }: Begun): boolean {
  return Boolean(description || next_update_at || social_post || Object.keys(translations).length);
}

/** @param keep for a draft, which keeps what it has of an update without a text, too */
export function readIncident(form: FormData, keep: boolean) {
  const type = textIn(form, "type");
  const isMaintenance = form.getAll("maintenance_type").includes(type ?? "");
  const isOver = !isMaintenance && form.has("over");
  const first = readFirst(form, isOver);
  return {
    type,
    title: textIn(form, "title")?.trim(),
    service_ids: idsIn(form, "service_ids"),
    notify: flagIn(form, "notify"),
    hold_seconds: UNDO_SECONDS,
    ...fieldsIn(form, { subscription_group_ids: idsIn }),
    ...((isMaintenance || isOver) && readTimes(form)),
    ...((first.description || (keep && isBegun(first))) && { updates: [first] }),
  };
}

export const NewIncident = CreateIncident.superRefine(({ service_ids, notify, updates }, ctx) => {
  if (!service_ids?.length)
    ctx.addIssue({ code: "custom", path: ["service_ids"], ...issue("needs_service") });
  // Subscribers are told what an update says: without one nobody would be notified.
  if (notify && !updates?.length)
    ctx.addIssue({ code: "custom", path: ["updates", 0, "description"], ...issue("blank") });
});
