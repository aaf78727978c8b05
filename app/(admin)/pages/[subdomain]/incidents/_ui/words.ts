import type { Admin } from "#app/(admin)/_shared/open.ts";
import type { Context } from "#lib/core/request/context.ts";
import { secondsAffected } from "#lib/incidents/affected.ts";
import type { Incident } from "#lib/incidents/schema.ts";
import { phaseAt, type Timed } from "#lib/incidents/state.ts";
import type { Author } from "#lib/incidents/updates/queries.ts";
import { secondsBetween } from "#lib/platform/clock.ts";

const MINUTE_SECONDS = 60;

/** How long it took, takes so far, or when it starts, in words; nothing without a plan. */
export function lasting(
  times: Timed & { impacts?: Incident["impacts"] },
  { now, t, format }: Pick<Admin, "now" | "t" | "format">,
): string {
  const phase = phaseAt(now, times);
  if (times.plan !== null) return "";
  if (phase === "upcoming")
    return t("admin.incidents.starts_in", {
      duration: format.duration(secondsBetween(now, times.starts_at)),
    });
  return format.duration(secondsAffected({ ...times, impacts: times.impacts ?? [] }, now));
}

export function ago(time: string, { now, t, format }: Pick<Admin, "now" | "t" | "format">): string {
  const seconds = secondsBetween(time, now);
  if (seconds < MINUTE_SECONDS) return t("admin_composer.now");
  return t("admin.incidents.ago", { duration: format.duration(seconds) });
}

/** When, as short as a table needs it: `14:02 CET` today, else `5 Sept, 14:02`. */
export function shortTime(time: string, { now, format }: Pick<Admin, "now" | "format">): string {
  return format.day(time) === format.day(now) ? format.time(time) : format.shortDateTime(time);
}

/** Whether it was posted by whoever looks. */
export function isOwn(author: Author, { actor }: Context): boolean {
  return author !== null && "user_id" in actor && actor.user_id === author.user_id;
}

export function authorText(
  author: Author,
  { detected }: Pick<Incident, "detected">,
  { ctx, t }: Pick<Admin, "ctx" | "t">,
): string {
  if (isOwn(author, ctx)) return t("admin_composer.said.you");
  const nobody = detected === "automatic" ? "monitoring" : "api";
  return author?.name ?? t(`admin_composer.said.${nobody}`);
}

/** At most two names and how many more. */
export function fewNames(names: string[], { t, format }: Pick<Admin, "t" | "format">): string {
  const more = names.length - 2;
  const first = format.list(names.slice(0, 2));
  return more > 0 ? `${first} ${t("admin.incidents.more", { count: more })}` : first;
}
