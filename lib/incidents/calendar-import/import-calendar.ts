import { authorizeJob, type PageGrant } from "#lib/core/access/authorize.ts";
import { checkAtHome } from "#lib/core/moves/queries.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import type { Occurrence } from "#lib/incidents/calendar-import/candidates.ts";
import { fetchCalendar } from "#lib/incidents/calendar-import/fetch-calendar.ts";
import {
  type Due,
  deleteEvents,
  findImport,
  type KnownEvent,
  listEvents,
  type Result,
  saveImport,
} from "#lib/incidents/calendar-import/queries.ts";
import type { Read } from "#lib/incidents/calendar-import/read-calendar.ts";
import {
  callOff,
  type Import,
  importEvent,
  isInLine,
} from "#lib/incidents/calendar-import/reconcile.ts";
import type { Calendars } from "#lib/incidents/calendar-import/split-calendar.ts";
import { type CalendarQuery, eventKey } from "#lib/incidents/calendar-import/times.ts";
import {
  getIntegrationRow,
  type IntegrationRow,
  updateIntegrationRow,
} from "#lib/pages/integrations/queries.ts";
import { openSecrets } from "#lib/pages/integrations/secrets.ts";
import { getStatusPageRow } from "#lib/pages/queries.ts";
import { parseSettings } from "#lib/pages/schema.ts";
import { DAY_SECONDS, later, wireNow } from "#lib/platform/clock.ts";
import { closest } from "#lib/platform/i18n/negotiation.ts";
import { DEFAULT_LANG, translator } from "#lib/platform/i18n/translator.ts";
import { log } from "#lib/platform/log.ts";
import { listPlainServiceRows, type PlainServiceRow } from "#lib/services/queries.ts";
import { visibleServices } from "#lib/services/state.ts";

/** Parses a calendar of an organization in a worker thread. */
export type Reader = (
  organization_id: number,
  calendars: Calendars,
  query: CalendarQuery,
) => Promise<Read>;

const AHEAD_DAYS = 90;
const MAX_EVENTS = 200;
const KEPT_DAYS = 120;
const MAX_NAMED = 50;
/** Events that one answer alone may call off. */
const MAX_GONE = 3;
/** An unchanged calendar is still read again after this time, because repetitions come nearer. */
const REREAD_S = 6 * 3_600;

type Settings = { service_ids?: number[]; notify?: boolean };

/** Services named by an event's categories, else the chosen ones, else the top-level ones. */
function affectedBy(services: readonly PlainServiceRow[], chosen: readonly number[]) {
  const known = chosen.filter((id) => services.some((service) => service.id === id));
  const top = services.filter(({ parent_id }) => parent_id === null);
  const seen = visibleServices(services, null).filter(({ parent_id }) => parent_id === null);
  const usual = seen.length > 0 ? seen : top;
  const others = known.length > 0 ? known : usual.map(({ id }) => id);
  return ({ categories }: Occurrence): number[] => {
    const named = new Set(categories.map((name) => name.toLowerCase()));
    const own = services.filter(({ name }) => named.has(name.trim().toLowerCase()));
    return own.length > 0 ? own.map(({ id }) => id) : others;
  };
}

async function importOf(ctx: Context, grant: PageGrant, row: IntegrationRow) {
  const [page, services] = await Promise.all([
    getStatusPageRow(ctx.db, grant),
    listPlainServiceRows(ctx.db, grant),
  ]);
  const { service_ids = [], notify = false } = row.settings as Settings;
  const target = { subdomain: page.subdomain };
  const { default_language } = parseSettings(page.settings);
  const t = translator(closest(default_language) ?? DEFAULT_LANG);
  const servicesOf = affectedBy(services, service_ids);
  const of: Import = { grant, target, integration_id: row.id, servicesOf, notify, t };
  return { of, page };
}

const NOTHING = { created: 0, changed: 0, called_off: 0, unchanged: 0, left_out: 0 };

/** An unreadable event may still be in the calendar. */
function isUnknown({ uids, keys }: Read["unknown"], { key, starts_at }: KnownEvent): boolean {
  const isOf = (uid: string) => [eventKey(uid, ""), eventKey(uid, starts_at)].includes(key);
  return keys.includes(key) || uids.some(isOf);
}

async function reconcile(
  ctx: Context,
  of: Import,
  { occurrences, left_out, unknown }: Read,
  { until, missing }: { until: string; missing: readonly string[] },
): Promise<Omit<Result, "run">> {
  const named = left_out.slice(0, MAX_NAMED);
  const counts = { ...NOTHING, left_out: left_out.length, named };
  const known = await listEvents(ctx.db, of.grant, of.integration_id);
  const byKey = new Map(known.map((event) => [event.key, event]));
  for (const occurrence of occurrences) {
    const event = byKey.get(occurrence.key);
    const isDone = isInLine(event, occurrence);
    counts[isDone ? "unchanged" : await importEvent(ctx, of, event, occurrence)] += 1;
  }
  const there = new Set(occurrences.map(({ key }) => key));
  const now = wireNow();
  const isAhead = ({ starts_at }: KnownEvent) => starts_at > now && starts_at < until;
  const isGone = (event: KnownEvent) =>
    event.incident_id !== null &&
    !there.has(event.key) &&
    isAhead(event) &&
    !isUnknown(unknown, event);
  const gone = known.filter(isGone);
  // An answer that lacks many at once may be a fault: the next one has to agree.
  const isSure = ({ key }: KnownEvent) => gone.length <= MAX_GONE || missing.includes(key);
  for (const event of gone.filter(isSure)) counts[await callOff(ctx, of, event)] += 1;
  const waiting = gone.filter((event) => !isSure(event)).map(({ key }) => key);
  const old = later(now, -KEPT_DAYS * DAY_SECONDS);
  const past = known.filter(({ key, starts_at }) => !there.has(key) && starts_at < old);
  if (past.length > 0)
    await ctx.db.transaction().execute(async (trx) => {
      await checkAtHome(ctx, trx, of.grant);
      await deleteEvents(
        trx,
        of.grant,
        of.integration_id,
        past.map(({ key }) => key),
      );
    });
  return { ...counts, missing: waiting };
}

type Attempt = { last_error: string | null; result: Omit<Result, "run">; etag?: string | null };

async function attempt(
  ctx: Context,
  grant: PageGrant,
  row: IntegrationRow,
  { before, read }: { before: Awaited<ReturnType<typeof findImport>>; read: Reader },
): Promise<Attempt> {
  const now = wireNow();
  const to = later(now, AHEAD_DAYS * DAY_SECONDS);
  const isRecent = before?.read_at != null && before.read_at > later(now, -REREAD_S);
  const missing = before?.result?.missing ?? [];
  const etag = isRecent && missing.length === 0 ? before.etag : null;
  const kept = { named: before?.result?.named, missing };
  const failed = (last_error: string) => ({ last_error, result: { ...NOTHING, ...kept } });
  const fetched = await fetchCalendar(openSecrets(row).key ?? "", { etag, from: now, to });
  if (fetched.outcome === "failed") return failed(fetched.reason);
  if (fetched.outcome === "same") {
    const { created = 0, changed = 0, unchanged = 0, left_out = 0, named } = before?.result ?? {};
    const same = { ...NOTHING, unchanged: created + changed + unchanged, left_out, named };
    return { last_error: null, result: same };
  }
  const { of, page } = await importOf(ctx, grant, row);
  const query = { zone: page.time_zone, from: now, to, most: MAX_EVENTS };
  const found = await read(grant.organization_id, fetched.calendars, query).catch(() => null);
  if (!found) return failed("what the address answers is no calendar that can be read");
  const { occurrences } = found;
  if (occurrences.some((one) => of.servicesOf(one).length === 0))
    return failed("the page has no services yet");
  // A truncated list says nothing about events after its last one.
  const until = occurrences.length < MAX_EVENTS ? to : (occurrences.at(-1)?.starts_at ?? to);
  return {
    last_error: null,
    result: await reconcile(ctx, of, found, { until, missing }),
    etag: fetched.etag,
  };
}

/** Events that were left out or are missing, wherever they stand in the file. */
function absentFrom(result?: Pick<Result, "named" | "missing"> | null): Set<string> {
  const { named = [], missing = [] } = result ?? {};
  const left_out = named.map(({ uid, title, reason, detail }) => [uid, title, reason, detail]);
  return new Set([...left_out.map((one) => JSON.stringify(one)), ...missing]);
}

/** Reconciles maintenances with a calendar. @param run id of a manual request; null: scheduled */
export async function importCalendar(
  ctx: Context,
  { status_page_id, integration_id }: Due,
  { run, read }: { run: string | null; read: Reader },
): Promise<void> {
  const grant = await authorizeJob(ctx, status_page_id);
  if (!grant) return;
  const row = await getIntegrationRow(ctx.db, grant, integration_id);
  const before = await findImport(ctx.db, grant, row.id);
  const { last_error, result, etag } = await attempt(ctx, grant, row, { before, read });
  const { named = [], missing = [] } = result;
  const absent = absentFrom(result);
  if (absent.size > 0 && absent.symmetricDifference(absentFrom(before?.result)).size > 0)
    log().warn(
      { status_page_id, integration_id, left_out: named, missing: missing.length },
      "a calendar has events that were left out, or many of its events are missing",
    );
  await changeRecords(ctx, grant, async (trx) => {
    const asked_at = wireNow();
    const checked = { checked_at: asked_at, last_error, fields: {}, settings: {} };
    await updateIntegrationRow(trx, grant, row.id, checked);
    const fresh = etag === undefined ? {} : { etag, read_at: asked_at };
    await saveImport(trx, grant, row.id, { asked_at, result: { ...result, run }, ...fresh });
    return { result: undefined, audit: null, events: [] };
  });
}
